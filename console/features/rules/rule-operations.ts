import { type TypedDocumentNode, useClient } from 'urql'
import { type Problem, problemOf } from '../../graph/problems.ts'
import type { RuleKind } from '../../graph/types.ts'
import * as operations from './rules.graphql.ts'

// biome-ignore lint/suspicious/noExplicitAny: The inputs of the kinds differ, and `toRuleInput` writes each.
type Operation = TypedDocumentNode<unknown, any>

interface KindOperations {
  readonly create: Operation
  readonly update: Operation
  readonly remove: Operation
  readonly reorder: Operation
}

/** Each kind of rule has mutations of its own, because its input has fields of its own. */
const operationsOf: Readonly<Record<RuleKind, KindOperations>> = {
  DEVICE: {
    create: operations.CreateDeviceRule,
    update: operations.UpdateDeviceRule,
    remove: operations.DeleteDeviceRule,
    reorder: operations.ReorderDeviceRules,
  },
  GEO: {
    create: operations.CreateGeoRule,
    update: operations.UpdateGeoRule,
    remove: operations.DeleteGeoRule,
    reorder: operations.ReorderGeoRules,
  },
  LANGUAGE: {
    create: operations.CreateLanguageRule,
    update: operations.UpdateLanguageRule,
    remove: operations.DeleteLanguageRule,
    reorder: operations.ReorderLanguageRules,
  },
  TIME: {
    create: operations.CreateTimeRule,
    update: operations.UpdateTimeRule,
    remove: operations.DeleteTimeRule,
    reorder: operations.ReorderTimeRules,
  },
  SPLIT: {
    create: operations.CreateSplitRule,
    update: operations.UpdateSplitRule,
    remove: operations.DeleteSplitRule,
    reorder: operations.ReorderSplitRules,
  },
}

/** The changes of the rules of one link. Each resolves with what the service refused, or null. */
export function useRuleOperations(linkId: string) {
  const client = useClient()
  const send = async (operation: Operation, variables: object): Promise<Problem | null> => {
    const { error } = await client.mutation(operation, { id: linkId, ...variables }).toPromise()
    return problemOf(error)
  }
  return {
    create: (kind: RuleKind, input: object) => send(operationsOf[kind].create, { input }),
    update: (kind: RuleKind, ruleId: string, input: object) => send(operationsOf[kind].update, { ruleId, input }),
    remove: (kind: RuleKind, ruleId: string) => send(operationsOf[kind].remove, { ruleId }),
    reorder: (kind: RuleKind, ruleIds: readonly string[]) => send(operationsOf[kind].reorder, { ruleIds }),
  }
}
