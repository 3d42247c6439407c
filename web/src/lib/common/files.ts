// Saving files.

/** Let the browser save a file. */
export function saveFile(content: Blob, filename: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = filename;
  document.body.append(link);
  link.click();
  link.remove();
  // Delayed: some browsers read the file only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
