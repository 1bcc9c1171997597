"""What `import cardsolo` offers, by subject. Users take the names from `cardsolo` itself, which loads them when first
used.
"""
