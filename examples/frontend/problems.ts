/** An error of `/graphql`, in whichever object a client hands it over. */
interface GraphError {
  readonly message: string
  readonly extensions?: { readonly details?: unknown } | undefined
}

/** What is wrong with the fields of a form by their names, and what concerns none of them as `form`. */
export type Problems = Record<string, string>

export function problemsOf(errors: readonly GraphError[]): Problems {
  const problems: Problems = {}
  for (const { message, extensions } of errors) {
    const details = (extensions?.details ?? [{ field: 'form', issue: message }]) as { field: string; issue: string }[]
    for (const { field, issue } of details) problems[field] ??= issue
  }
  return problems
}
