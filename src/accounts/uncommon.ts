import { dictionary } from '@zxcvbn-ts/language-common'
import { ValidateBy } from 'class-validator'

const shortest = 8

/** The 10,000 most common passwords (Xato's ten million, as zxcvbn ranks them) of those that are long enough at all. */
const commonPasswords = new Set(
  dictionary['passwords-common'].filter((each) => each.length >= shortest).slice(0, 10_000),
)

/** Refuses an account password that everybody tries first, whatever its case. */
export function Uncommon(): PropertyDecorator {
  return ValidateBy({
    name: 'isUncommon',
    validator: {
      validate: (text) => typeof text !== 'string' || text.length < shortest || !isCommon(text),
      defaultMessage: () => 'is one of the most common passwords; choose another one',
    },
  })
}

function isCommon(text: string): boolean {
  const password = text.normalize('NFKC').toLowerCase()
  return commonPasswords.has(password) || isMonotonous(password)
}

/** What zxcvbn finds without its list, which therefore omits it: `88888888`, `12341234`, `abcdefgh`, `87654321`. */
function isMonotonous(text: string): boolean {
  if (text.length > 16) return false
  const steps = Array.from(text.slice(1), (_, at) => text.charCodeAt(at + 1) - text.charCodeAt(at))
  return /^(.{1,4})\1+$/s.test(text) || [1, -1].some((step) => steps.every((each) => each === step))
}
