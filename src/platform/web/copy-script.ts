/**
 * Makes the button `copy` copy the text of the element that its `data-source` names. Outside of a secure context there is no
 * `navigator.clipboard`, so the script tries the older way. Where both fail, the text stays selected. The texts are in
 * attributes, so the hash of this script never changes.
 */
export const copyScript = `{
  const button = document.getElementById('copy')
  const source = document.getElementById(button.dataset.source)
  const status = document.getElementById('status')
  const label = button.textContent
  let timer
  status.textContent = ''
  button.hidden = false
  if (button.dataset.focus) button.focus()
  button.addEventListener('click', async () => {
    getSelection().selectAllChildren(source)
    let isCopied = true
    try {
      await navigator.clipboard.writeText(source.innerText)
    } catch {
      isCopied = document.execCommand('copy')
    }
    status.textContent = isCopied ? '' : button.dataset.selected
    if (!isCopied) return
    button.textContent = button.dataset.copied
    clearTimeout(timer)
    timer = setTimeout(() => { button.textContent = label }, 2500)
  })
}`
