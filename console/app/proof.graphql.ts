// Written by `npm run emit`. Edit proof.graphql.
import { graphql } from '../graph/document.ts'
import type {
  ProveIdentityMutation,
  ProveIdentityMutationVariables,
} from '../graph/types.ts'

export const ProveIdentity = graphql<ProveIdentityMutation, ProveIdentityMutationVariables>(`mutation ProveIdentity($code: String, $password: String) {
  proveIdentity(code: $code, password: $password) {
    id
  }
}`)
