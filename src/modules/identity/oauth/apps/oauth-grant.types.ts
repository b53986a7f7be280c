import { Field, ID, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../../platform/auth/authorization.ts'
import { Scope } from '../../../../platform/auth/scopes.ts'
import { newestFirst, type SortOrder } from '../../../../platform/graphql/pagination/keyset.ts'
import { Node } from '../../../../platform/graphql/pagination/node.resolver.ts'
import { createConnectionType } from '../../../../platform/graphql/pagination/pagination.ts'
import type { WorkspaceChoice } from '../server/workspace-choice.ts'

export const grantIdPrefix = 'grt_'

@InheritsAccess()
@ObjectType('OauthAppSummary', { description: 'Public details of an application.' })
export class OAuthAppSummary {
  @Field(() => ID, { description: 'Identifier of the application: its `client_id`.' })
  id!: string

  @Field(() => String, { description: 'Name of the application.' })
  name!: string
}

@InheritsAccess()
@ObjectType('OauthGrantWorkspace', { description: 'A workspace that an application may use.' })
export class OAuthGrantWorkspace {
  @Field(() => ID, { description: 'Identifier of the workspace, such as `wsp_01k...`.' })
  id!: string

  @Field(() => String, { description: 'Name of the workspace.' })
  name!: string
}

/** A grant in the form for its user, built from the `Grant` record of the provider. */
@Access('read:profile')
@ObjectType('OauthGrant', {
  description: 'Access to the account of the caller, granted to an application.',
  implements: Node,
})
export class OAuthGrant extends Node {
  @Field(() => ID, { description: 'Identifier of the grant, such as `grt_5f2c...`.' })
  override id!: string

  @Field(() => OAuthAppSummary, { description: 'The application that has access.' })
  app!: OAuthAppSummary

  @Field(() => [Scope], { description: 'The granted scopes.' })
  scopes!: Scope[]

  @Field(() => Date, { description: 'When access was granted.' })
  createdAt!: Date

  @Field(() => Date, { description: 'When access ends, unless it is withdrawn earlier.' })
  expiresAt!: Date

  choice!: WorkspaceChoice
}

/** A page of grants, with cursors. */
export const OAuthGrantConnection = createConnectionType('OauthGrant', OAuthGrant, 'grants')
export type OAuthGrantConnection = InstanceType<typeof OAuthGrantConnection>

/** The order of grants. A user has few, so `oauth_record_account_id_index` suffices. */
export const newestGrantsFirst: SortOrder<OAuthGrant> = {
  ...newestFirst('OAUTH_GRANTS'),
  idSql: (alias) => `'${grantIdPrefix}' || ${alias}.digest`,
}
