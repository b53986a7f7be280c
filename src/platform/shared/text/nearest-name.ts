import { suggestionList } from 'graphql/jsutils/suggestionList.js'

/** The known name that a misspelt one most probably stands for, or undefined. */
export function findNearestName(name: string, knownNames: readonly string[]): string | undefined {
  return suggestionList(name, knownNames)[0]
}
