// Search and the steps of a board, on pages that lie on a disk.
"use strict";
(() => {
  const up = document.body.dataset.up;
  const field = document.getElementById("search");
  const hits = document.getElementById("hits");
  field.form.addEventListener("submit", (event) => event.preventDefault());
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [];
    if (words.length)
      for (const [file, id, title, text] of window.RULES) {
        const head = `${id} ${title}`.toLowerCase();
        if (words.every((word) => head.includes(word) || text.toLowerCase().includes(word)))
          found.push({ file, id, title, rank: words.filter((word) => head.includes(word)).length });
      }
    found.sort((a, b) => b.rank - a.rank);
    hits.replaceChildren(
      ...found.slice(0, 40).map(({ file, id, title }) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = `${up}${file}#${id}`;
        link.textContent = `${title} (${id})`;
        link.addEventListener("click", () => hits.replaceChildren());
        item.append(link);
        return item;
      }),
    );
  });
  const frames = [...document.querySelectorAll(".frame")];
  if (!frames.length) return;
  let at = 0;
  const go = (to) => {
    at = Math.max(0, Math.min(frames.length - 1, to));
    frames.forEach((frame, n) => frame.classList.toggle("shown", n === at));
  };
  document.getElementById("back").addEventListener("click", () => go(at - 1));
  document.getElementById("next").addEventListener("click", () => go(at + 1));
  go(0);
})();
