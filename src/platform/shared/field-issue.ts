/** What is wrong with one field, as a sentence and as what a client needs to say it in its own words. */
export interface FieldIssue {
  /** Completes a sentence that begins with the field. */
  readonly issue: string
  /** Stable machine-readable name, SCREAMING_SNAKE_CASE. */
  readonly code: string
  /** What stands in the sentence, such as `{ max: 255 }`. */
  readonly values?: IssueValues
}

export type IssueValues = Readonly<Record<string, string | number>>

/** An issue with a code, or the sentence of one that no form of the console can have. */
export type Issue = FieldIssue | string

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

type ValuesOf<Text extends string> = [NamesIn<Text>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<Text>, string | number>>]

/** An issue that a client can have a sentence of its own for. */
export interface IssueDefinition {
  readonly code: string
  /** Its values stand in braces. */
  readonly text: string
}

const definitions = new Map<string, IssueDefinition>()

/**
 * Declares an issue, and returns what makes one with its values. `defineIssue('TOO_MANY', 'must have at most {max}')` takes
 * `{ max: 20 }`. Throws at import, so at the start, for a duplicate code.
 */
export function defineIssue<const Text extends string>(
  code: string,
  text: Text,
): (...given: ValuesOf<Text>) => FieldIssue {
  if (definitions.has(code)) throw new Error(`Two issues have the code ${code}.`)
  definitions.set(code, { code, text })
  return (...given) => {
    const [values] = given as readonly IssueValues[]
    if (!values) return { issue: text, code }
    return { issue: text.replace(/\{(\w+)\}/g, (_place, name) => String(values[name])), code, values }
  }
}

export function toIssue(issue: Issue): Pick<FieldIssue, 'issue'> & Partial<FieldIssue> {
  return typeof issue === 'string' ? { issue } : issue
}

/** Every issue that has a code. */
export function listIssueDefinitions(): IssueDefinition[] {
  return [...definitions.values()]
}

/** Issues of fields in several modules. */
export const notOfWorkspace = defineIssue('NOT_OF_WORKSPACE', 'must be {thing} of the workspace')
export const unknownZone = defineIssue('UNKNOWN_ZONE', 'must be a zone of the IANA database, such as Europe/Berlin')
export const missingValue = defineIssue('MISSING_VALUE', 'is required')
export const notABoolean = defineIssue('NOT_A_BOOLEAN', 'must be true or false')
export const notInFuture = defineIssue('NOT_IN_FUTURE', 'must be in the future')
export const notBefore = defineIssue('NOT_BEFORE', 'must be before {other}')
export const notAfter = defineIssue('NOT_AFTER', 'must be after {other}')
export const periodTwice = defineIssue('PERIOD_TWICE', 'must not be combined with from or to')
