// A newer build of this edition: it waits until somebody takes it, and never takes a table away.

export interface Newer {
  /** Begin anew with it; false while other tabs still use the old one. */
  take: () => Promise<boolean>;
}

export async function newer(): Promise<Newer | null> {
  const found = await navigator.serviceWorker?.getRegistration();
  const waiting = found?.waiting ?? (await installed(found?.installing));
  if (!waiting || !navigator.serviceWorker.controller) return null;
  return {
    take: () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }: MessageEvent<boolean>) => resolve(data);
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
        waiting.postMessage("take", [port2]);
      }),
  };
}

function installed(worker: ServiceWorker | null | undefined): Promise<ServiceWorker | null> {
  if (!worker) return Promise.resolve(null);
  return new Promise((resolve) => {
    worker.addEventListener("statechange", () => {
      if (worker.state !== "installing") resolve(worker.state === "installed" ? worker : null);
    });
  });
}
