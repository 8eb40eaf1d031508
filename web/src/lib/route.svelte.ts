// Where the page is: home, or one game. Tokens of links come after "#" and leave the address at once.

export type Place = { page: "home" } | { page: "game"; id: string; token: string };

class Route {
  place = $state.raw<Place>(read());

  constructor() {
    addEventListener("popstate", () => (this.place = read()));
    addEventListener("hashchange", () => (this.place = read()));
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.place = read();
    scrollTo(0, 0);
  }
}

function read(): Place {
  const game = /^\/game\/([^/]+)\/?$/.exec(location.pathname);
  if (!game) return { page: "home" };
  const token = /^#(?:invite|seat)=(.+)$/.exec(location.hash)?.[1] ?? "";
  if (token) history.replaceState(null, "", location.pathname);
  return { page: "game", id: decodeURIComponent(game[1]!), token: decodeURIComponent(token) };
}

export const route = new Route();

/** A click on a link within the page changes the place without loading anew. */
export function within(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-within]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  route.go(link.getAttribute("href")!);
}
