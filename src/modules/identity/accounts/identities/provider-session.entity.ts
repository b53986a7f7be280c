import { Entity, Index, ManyToOne, OneToOne, Property } from '@mikro-orm/decorators/legacy'
import { PrimaryKeyProp, type Ref } from '@mikro-orm/postgresql'
import { Session } from '../sessions/session.entity.ts'
import { AccountIdentity } from './account-identity.entity.ts'

/** A session that an identity provider began, and which the provider can end. */
@Entity({ tableName: 'provider_session' })
export class ProviderSession {
  [PrimaryKeyProp]?: 'session'

  @OneToOne(() => Session, { primary: true, ref: true, deleteRule: 'cascade', updateRule: 'no action', owner: true })
  session!: Ref<Session>

  @Index({ name: 'provider_session_identity_index' })
  @ManyToOne(() => AccountIdentity, { ref: true, deleteRule: 'cascade' })
  identity!: Ref<AccountIdentity>

  /** The session at the provider (`sid`), if it names its sessions. */
  @Property({ type: 'text', nullable: true })
  providerSessionId: string | null = null
}
