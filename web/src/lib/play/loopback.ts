// Loopback: names under which only the computer itself reaches a server.

/** Whether a host name, as URLs have it, is that of the computer itself. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}
