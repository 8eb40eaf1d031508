// What a page of somebody else's needs to show something of ours in a frame.

import { base } from "../lib/base";

/** The text to paste: `what` is told after `/embed/`. */
export const frameOf = (what: string, title: string): string =>
  `<iframe src="${location.origin}${base}/embed/${what}" title="${title.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}" width="480" height="640"></iframe>`;
