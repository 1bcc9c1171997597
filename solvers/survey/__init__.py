"""Many deals, one question: on all cores or a cluster, resumed from its own output, summed up as a stream."""
