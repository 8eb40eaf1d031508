// Below which path the page lives, without a slash at its end: "" at the top of a host. The built
// page lies in `assets/` there; while it is developed, it is always at the top.

const own = import.meta.url;

export const base = import.meta.env.DEV ? "" : new URL("..", own).pathname.replace(/\/$/, "");
