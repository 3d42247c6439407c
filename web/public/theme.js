// Runs before the page is drawn, so that the dark theme does not start with a light flash. It is a
// file because the server's Content-Security-Policy forbids inline scripts.
try {
  const settings = JSON.parse(localStorage.getItem("inarow.settings") ?? "{}");
  if (settings.theme) document.documentElement.dataset.theme = settings.theme;
} catch {
  // Nothing stored, or not readable: the theme of the system.
}
