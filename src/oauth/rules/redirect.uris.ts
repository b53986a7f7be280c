import { InvalidParams } from '../../base/failures.ts'
import { redirectUriIssue } from './redirect.uri.ts'

/** Throws `InvalidParams` that names each redirect URI that may not be registered, by its place in the list from 0. */
export function refuseUnsound(redirectUris: readonly string[], app: { readonly isPublic: boolean }): void {
  const details = redirectUris.flatMap((each, index) => {
    const issue = redirectUriIssue(each, app)
    return issue === null ? [] : [{ field: `redirectUris.${index}`, issue }]
  })
  if (details.length > 0) throw new InvalidParams(details)
}
