// The page that says the server is gone asks for it again, and gives way once it answers.

const PAUSE = 2500;

function again() {
  fetch(location.href, { cache: "no-store" }).then(
    (answer) => (answer.ok ? location.reload() : setTimeout(again, PAUSE)),
    () => setTimeout(again, PAUSE),
  );
}

addEventListener("online", () => location.reload());
setTimeout(again, PAUSE);
