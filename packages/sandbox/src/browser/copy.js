// Buttons that copy what stands beside them.
for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', async () => {
    const value = button.getAttribute('data-copy') ?? '';
    try {
      await navigator.clipboard.writeText(value);
      button.textContent = 'Copied';
    } catch {
      // Browsers let only safe origins copy: the text is selected instead.
      const shown = button.previousElementSibling;
      if (shown) getSelection()?.selectAllChildren(shown);
    }
  });
}
