import { isAbsent } from './absent-values.ts'
import { readBoolean } from './booleans.ts'
import type { ImportField } from './columns.ts'
import { toColumnKey } from './source-record.ts'

interface Concern {
  /** Parts of names, in the form of `toColumnKey`. A part with `^` or `$` must be at the beginning or the end. */
  readonly stems: string
  /** The concern is met when a column has this field. */
  readonly metBy?: readonly ImportField[]
  readonly message: string
}

/** Properties that a link must not lose without a warning. */
const concerns: readonly Concern[] = [
  {
    stems: 'password passcode passphrase protected ^pin$ secret',
    metBy: ['password'],
    message: 'It looks like a password, which is not imported. Set passwords on the links afterwards.',
  },
  {
    stems:
      'expir valid until ttl$ deadline enddate endat endsat startdate startat startsat schedul disableat deleteat activefrom activateat',
    message:
      'It looks like an expiry or a schedule, which is not imported. If it is the expiry, rename the column to expiresAt.',
  },
  {
    stems: 'limit maxclick maxvisit maxview maxuse maxhit singleuse onetime',
    message: 'It looks like a limit, which is not imported. If it limits clicks, rename the column to clickLimit.',
  },
  {
    stems: 'rule target ^geo ^ios iphone ipad android ^mobile ^desktop device split variant abtest deeplink smarturl',
    message:
      'It looks like a rule that decides where visitors go, which is not imported. Add rules to the links afterwards.',
  },
  {
    stems: 'domain hostname ^host',
    metBy: ['domain', 'shortUrl'],
    message: 'It looks like a domain, which is not imported. If it has hosts, rename the column to domainHost.',
  },
]

/** Why a column that is not imported may be missed; null when nobody is likely to miss it. */
export function findConcern(column: string, mappedFields: ReadonlySet<ImportField>): string | null {
  const key = toColumnKey(column.slice(0, 200))
  const concern = concerns.find(({ stems }) => stems.split(' ').some((stem) => hasStem(key, stem)))
  return concern && !concern.metBy?.some((field) => mappedFields.has(field)) ? concern.message : null
}

function hasStem(key: string, stem: string): boolean {
  const text = stem.replace('^', '').replace('$', '')
  if (stem.startsWith('^') && stem.endsWith('$')) return key === text
  if (stem.startsWith('^')) return key.startsWith(text)
  return stem.endsWith('$') ? key.endsWith(text) : key.includes(text)
}

/** Whether a cell has a value that its owner would miss. */
export function hasValue(value: string | readonly string[]): boolean {
  if (typeof value !== 'string') return value.length > 0
  return !isAbsent(value) && value !== '[]' && value !== '{}' && readBoolean(value) !== false
}
