import { but, invalid, type Recipe, unstorable } from './recipe.ts'

const noSuchAccount: Recipe = { inputs: but({ id: 'acc_00000000000000000000000000' }) }

export const centerRecipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>> = {
  commandCenter: { INVALID_PARAMS: invalid('workflowId', unstorable) },
  commandCenterAlerts: { INVALID_PARAMS: invalid('workflowId', unstorable) },
  acknowledgeAlert: {
    INVALID_PARAMS: invalid('id', unstorable),
    ALERT_NOT_FOUND: { inputs: but({ id: 'quota_100:webhooks' }) },
  },
  adminAccounts: { INVALID_PARAMS: invalid('limit', 101) },
  adminWorkspaces: { INVALID_PARAMS: invalid('limit', 101) },
  suspendAccount: {
    INVALID_PARAMS: invalid('note', 'x'.repeat(1001)),
    ACCOUNT_NOT_FOUND: noSuchAccount,
    SUSPENSION_REFUSED: { inputs: but(async ({ account }) => ({ id: account.id })) },
  },
  restoreAccount: { INVALID_PARAMS: invalid('note', 'x'.repeat(1001)), ACCOUNT_NOT_FOUND: noSuchAccount },
}
