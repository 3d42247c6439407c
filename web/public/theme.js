// Runs before the page is drawn, so that nobody who chose the dark theme is shown a flash of light.
// It is a file of its own because the server's Content-Security-Policy forbids scripts in the HTML.
try {
  const settings = JSON.parse(localStorage.getItem("inarow.settings") ?? "{}");
  if (settings.theme) document.documentElement.dataset.theme = settings.theme;
} catch {
  // Nothing stored that can be read: the system's theme it is.
}
