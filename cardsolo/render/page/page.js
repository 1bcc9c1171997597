"use strict";
// Steps through the games of this page. Frames are lists of indexes into parts that frames share.
(() => {
  const players = [];

  function setUp(game) {
    const data = JSON.parse(game.querySelector("script").textContent);
    const find = (name) => game.querySelector("." + name);
    const svg = find("picture"), slider = find("slider"), place = find("place"), said = find("said");
    const text = find("text"), play = find("play"), rows = [...game.querySelectorAll(".moves li")];
    const last = data.frames.length - 1;
    let at = last, timer = 0;

    function show(n, follow = true) {
      at = Math.min(Math.max(n, 0), last);
      const frame = data.frames[at];
      svg.innerHTML = frame.parts.map((part) => data.parts[part]).join("");
      svg.setAttribute("viewBox", "0 0 " + data.width + " " + frame.height);
      svg.setAttribute("aria-label", frame.label);
      text.textContent = frame.text.map((line) => data.lines[line]).join("\n");
      slider.value = at;
      slider.setAttribute("aria-valuetext", place.textContent = data.place.replace("{n}", at).replace("{all}", last));
      said.textContent = frame.said;
      rows.forEach((row, index) => {
        if (index + 1 === at) row.setAttribute("aria-current", "step");
        else row.removeAttribute("aria-current");
      });
      game.querySelectorAll(".dot").forEach((dot) => dot.setAttribute("r", dot.dataset.n == at ? 6 : 3));
      if (follow && at > 0) {
        const row = rows[at - 1], list = row.parentElement;
        list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
      }
      if (at === last) stop();
    }

    function stop() {
      clearInterval(timer);
      timer = 0;
      play.setAttribute("aria-pressed", "false");
    }

    function toggle() {
      if (timer) return stop();
      if (at === last) show(0);
      timer = setInterval(() => show(at + 1), 1200);
      play.setAttribute("aria-pressed", "true");
    }

    const keys = {
      ArrowLeft: () => show(at - 1),
      ArrowRight: () => show(at + 1),
      Home: () => show(0),
      End: () => show(last),
      " ": toggle,
    };
    const step = (action) => () => { stop(); action(); };
    find("first").addEventListener("click", step(keys.Home));
    find("back").addEventListener("click", step(keys.ArrowLeft));
    find("next").addEventListener("click", step(keys.ArrowRight));
    find("last").addEventListener("click", step(keys.End));
    play.addEventListener("click", toggle);
    slider.addEventListener("input", step(() => show(Number(slider.value))));
    game.addEventListener("click", (event) => {
      const link = event.target.closest("a[data-n]");
      if (!link) return;
      event.preventDefault();
      stop();
      show(Number(link.dataset.n), link.closest(".moves") === null);
    });

    let start = null;
    const board = find("board");
    board.addEventListener("touchstart", (event) => { start = event.changedTouches[0]; }, { passive: true });
    board.addEventListener("touchend", (event) => {
      if (!start) return;
      const end = event.changedTouches[0], across = end.clientX - start.clientX;
      if (Math.abs(across) > 30 && Math.abs(across) > Math.abs(end.clientY - start.clientY)) {
        stop();
        show(at + (across < 0 ? 1 : -1));
      }
      start = null;
    }, { passive: true });

    find("controls").hidden = false;
    show(0, false);
    return { game, keys, show, stop };
  }

  document.querySelectorAll(".game").forEach((game) => players.push(setUp(game)));

  // Keys belong to the game that has the focus, else to the one nearest to the top of the window.
  function current() {
    const focused = players.find((player) => player.game.contains(document.activeElement));
    const seen = players.find((player) => player.game.getBoundingClientRect().bottom > 80);
    return focused || seen || players[0];
  }

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, summary, pre")) return;
    if (event.key === " " && event.target.closest("button, a")) return;
    const player = current(), action = player && player.keys[event.key];
    if (!action) return;
    event.preventDefault();
    if (event.key !== " ") player.stop();
    action();
  });

  const wanted = /^#g(\d+)m(\d+)$/.exec(location.hash);
  if (wanted && players[wanted[1] - 1]) players[wanted[1] - 1].show(Number(wanted[2]));
})();
