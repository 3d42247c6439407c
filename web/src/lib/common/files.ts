// Files that the browser saves.

/** Hand a file to whoever sits before the page. */
export function saveFile(content: Blob, filename: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = filename;
  document.body.append(link);
  link.click();
  link.remove();
  // Later: some browsers fetch it only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
