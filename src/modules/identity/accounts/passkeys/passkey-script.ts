/**
 * Asks the browser for a passkey, and sends its answer by the form. Binary values are converted here, because the conversions of
 * browsers are missing in older ones, and fail with some password managers. The texts are in attributes, so the hash of this
 * script never changes.
 */
export const passkeyScript = `const decode = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
const encode = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
for (const form of document.querySelectorAll('form.passkey')) {
  if (!window.PublicKeyCredential) continue
  const [button, status, { failed, known, options, starts }] = [form.querySelector('button'), form.querySelector('p'), form.dataset]
  status.hidden = true
  button.hidden = false
  const publicKey = JSON.parse(options)
  publicKey.challenge = decode(publicKey.challenge)
  if (publicKey.user) publicKey.user.id = decode(publicKey.user.id)
  for (const each of publicKey.allowCredentials ?? publicKey.excludeCredentials) each.id = decode(each.id)
  const use = async () => {
    button.disabled = true
    try {
      const { credentials } = navigator
      const { rawId, type, response } = await (publicKey.user ? credentials.create({ publicKey }) : credentials.get({ publicKey }))
      const { clientDataJSON, attestationObject, authenticatorData, signature, userHandle } = response
      const buffers = Object.entries({ clientDataJSON, attestationObject, authenticatorData, signature, userHandle }).filter(([, buffer]) => buffer?.byteLength)
      const texts = Object.fromEntries(buffers.map(([name, buffer]) => [name, encode(buffer)]))
      const id = encode(rawId)
      const answer = { id, rawId: id, type, response: { ...texts, transports: response.getTransports?.() ?? [] } }
      form.elements.credential.value = JSON.stringify(answer)
      form.submit()
    } catch (error) {
      status.textContent = error.name === 'InvalidStateError' ? known : failed
      status.hidden = false
      button.disabled = false
    }
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    use()
  })
  if (starts) use()
}`
