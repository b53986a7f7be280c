import { compactStyle } from '../../../../platform/web/page-style.ts'

/** The button that shows a password lies on its field, and the bar below a new password says how strong it is. */
export const passwordStyle = compactStyle(`
.password { position: relative; }
.password + label, .password ~ label { margin-top: 1.125rem; }
.password input { padding-right: 6.5rem; }
.password button { position: absolute; top: 0; right: 0; width: auto; min-height: 3rem; margin: 0; padding: 0 .875rem; border: 0; background: none; color: var(--quiet); font-size: .9375rem; }
.password button:hover { background: none; color: var(--ink); }
.strength { margin-top: .4375rem; font-size: .9375rem; }
.strength::before { content: ''; display: block; width: 100%; height: .25rem; margin-bottom: .375rem; border-radius: .125rem; background: linear-gradient(to right, var(--ink) var(--share), var(--edge) 0); }
.strength[data-score="0"] { --share: 10%; }
.strength[data-score="1"] { --share: 30%; }
.strength[data-score="2"] { --share: 65%; }
.strength[data-score="3"] { --share: 100%; }
@media (forced-colors: active) { .strength::before { display: none; } }
`)

/**
 * Shows and hides passwords, and says how strong a new one is. Its rules are those by which the service refuses a password,
 * without the list of common ones, which is too large for a page. The texts are in attributes, so the hash of this script
 * never changes.
 */
export const passwordScript = `for (const button of document.querySelectorAll('.password button')) {
  const input = button.previousElementSibling
  button.hidden = false
  const show = (isShown) => {
    input.type = isShown ? 'text' : 'password'
    button.textContent = isShown ? button.dataset.hide : button.dataset.show
  }
  button.addEventListener('click', () => {
    show(input.type === 'password')
    input.focus()
  })
  input.form.addEventListener('submit', () => show(false))
  const strength = document.getElementById('strength')
  if (strength) input.addEventListener('input', () => {
    const text = input.value
    const steps = Array.from(text.slice(1), (_, index) => text.charCodeAt(index + 1) - text.charCodeAt(index))
    const isSimple = text.length < 17 && (/^(.{1,4})\\1+$/s.test(text) || [1, -1].some((step) => steps.every((each) => each === step)))
    const score = text.length < 8 ? 0 : isSimple ? 1 : text.length < 14 || new Set(text).size < 7 ? 2 : 3
    strength.hidden = text === ''
    strength.dataset.score = score
    strength.textContent = strength.dataset.levels.split('|')[score]
  })
}`

/** What a page with a field for a password needs. */
export const passwordPage = { style: passwordStyle, script: passwordScript } as const
