import { useState } from 'react'
import { useMutation } from 'urql'
import { base } from '../../app/base.ts'
import type { OwnAccountQuery } from '../../graph/types.ts'
import { formatDay, formatDistance } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog, RenameDialog } from '../../ui/form-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Rows } from '../../ui/pages.tsx'
import { Row } from '../../ui/row.tsx'
import { SettingsPart } from '../settings/settings-part.tsx'
import { RemoveApp, RemoveIdentity, RemovePasskey, RenamePasskey } from './account.graphql.ts'
import styles from './account.module.css'
import { AddAppDialog, RenewCodesDialog } from './app-dialogs.tsx'
import { PasswordDialog } from './password-dialog.tsx'

type Methods = NonNullable<OwnAccountQuery['signInMethods']>
type Passkey = NonNullable<Methods['passkeys']>[number]
type Identity = NonNullable<OwnAccountQuery['identities']>[number]

interface SignInProps {
  readonly methods: Methods
  readonly identities: readonly Identity[]
}

type Opened =
  | 'password'
  | 'addApp'
  | 'removeApp'
  | 'renew'
  | { readonly renamed: Passkey }
  | { readonly removed: Passkey }
  | { readonly disconnected: Identity }

/** What proves who a person is. Passkeys and providers are added on pages of the service, which lead back. */
export function SignIn({ methods, identities }: SignInProps) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const { hasPassword, authenticatorAppSince: since, recoveryCodesLeft } = methods
  const passkeys = methods.passkeys ?? []
  const isProtected = Boolean(since) || passkeys.length > 0
  return (
    <SettingsPart title={t('settings.signIn')} lead={t(isProtected ? 'settings.signIn.safe' : 'settings.signIn.lead')}>
      <Rows>
        {hasPassword && (
          <Row name={t('proof.password')}>
            <Button onPress={() => setOpened('password')}>{t('settings.change')}</Button>
          </Row>
        )}
        <Row
          name={t('settings.app')}
          notes={[since ? t('settings.app.since', { when: formatDay(since) }) : t('settings.app.none')]}
        >
          {since ? (
            <Button onPress={() => setOpened('removeApp')}>{t('settings.turnOff')}</Button>
          ) : (
            <Button onPress={() => setOpened('addApp')}>{t('settings.turnOn')}</Button>
          )}
        </Row>
        {isProtected && (
          <Row name={t('settings.recovery')} notes={[t('settings.recovery.left', { count: recoveryCodesLeft })]}>
            <Button onPress={() => setOpened('renew')}>{t('settings.recovery.renew')}</Button>
          </Row>
        )}
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onOpen={setOpened} />
        ))}
        {identities.map((identity) => (
          <Row
            key={identity.id}
            name={identity.providerName}
            detail={identity.email}
            notes={[t('settings.lastLogin', { when: formatDistance(identity.lastLoginAt) })]}
          >
            <Button onPress={() => setOpened({ disconnected: identity })}>{t('settings.identity.remove')}</Button>
          </Row>
        ))}
      </Rows>
      <p className={styles.links}>
        <a href={`${base}/account/security`}>{t('settings.passkey.add')}</a>
        <a href={`${base}/account/identities`}>{t('settings.identity.add')}</a>
      </p>
      <Dialogs opened={opened} onClose={() => setOpened(null)} />
    </SettingsPart>
  )
}

function PasskeyRow({ passkey, onOpen }: { readonly passkey: Passkey; readonly onOpen: (opened: Opened) => void }) {
  const { name, createdAt, lastUsedAt } = passkey
  const label = t('links.actions', { address: name })
  return (
    <Row
      name={name}
      detail={t('settings.passkey')}
      notes={[
        t('settings.passkey.since', { when: formatDay(createdAt) }),
        lastUsedAt && t('keys.used', { when: formatDistance(lastUsedAt) }),
      ]}
    >
      <Menu
        label={label}
        trigger={<Button kind="quiet" icon="more" label={label} />}
        actions={[
          { id: 'rename', name: t('keys.rename'), icon: 'edit', act: () => onOpen({ renamed: passkey }) },
          null,
          {
            id: 'remove',
            name: t('settings.passkey.remove'),
            icon: 'trash',
            isDangerous: true,
            act: () => onOpen({ removed: passkey }),
          },
        ]}
      />
    </Row>
  )
}

function Dialogs({ opened, onClose }: { readonly opened: Opened | null; readonly onClose: () => void }) {
  if (opened === null) return null
  if (opened === 'password') return <PasswordDialog onClose={onClose} />
  if (opened === 'addApp') return <AddAppDialog onClose={onClose} />
  if (opened === 'renew') return <RenewCodesDialog onClose={onClose} />
  if (opened === 'removeApp') return <RemoveAppDialog onClose={onClose} />
  if ('renamed' in opened) return <RenamePasskeyDialog passkey={opened.renamed} onClose={onClose} />
  if ('removed' in opened) return <RemovePasskeyDialog passkey={opened.removed} onClose={onClose} />
  return <RemoveIdentityDialog identity={opened.disconnected} onClose={onClose} />
}

function RemoveAppDialog({ onClose }: { readonly onClose: () => void }) {
  const [state, remove] = useMutation(RemoveApp)
  return (
    <FormDialog
      title={t('settings.app.removeTitle')}
      action={t('settings.turnOff')}
      state={state}
      isDangerous
      onClose={onClose}
      onSubmit={async () => {
        const { data } = await remove({})
        if (data?.removeAuthenticatorApp) onClose()
      }}
    >
      <p>{t('settings.app.removeLead')}</p>
    </FormDialog>
  )
}

interface PasskeyDialogProps {
  readonly passkey: Passkey
  readonly onClose: () => void
}

function RenamePasskeyDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const [state, rename] = useMutation(RenamePasskey)
  return (
    <RenameDialog
      title={t('keys.renameTitle', { name })}
      label={t('keys.name')}
      name={name}
      maxLength={64}
      state={state}
      onClose={onClose}
      onRename={async (changed) => {
        const { data } = await rename({ id, name: changed })
        if (data?.renamePasskey) onClose()
      }}
    />
  )
}

function RemovePasskeyDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const [state, remove] = useMutation(RemovePasskey)
  return (
    <FormDialog
      title={t('settings.passkey.removeTitle', { name })}
      action={t('settings.passkey.remove')}
      state={state}
      isDangerous
      onClose={onClose}
      onSubmit={async () => {
        const { data } = await remove({ id })
        if (data?.removePasskey) onClose()
      }}
    >
      <p>{t('settings.passkey.removeLead')}</p>
    </FormDialog>
  )
}

interface IdentityDialogProps {
  readonly identity: Identity
  readonly onClose: () => void
}

function RemoveIdentityDialog({ identity: { id, providerName }, onClose }: IdentityDialogProps) {
  const [state, remove] = useMutation(RemoveIdentity)
  return (
    <FormDialog
      title={t('settings.identity.removeTitle', { name: providerName })}
      action={t('settings.identity.remove')}
      state={state}
      isDangerous
      onClose={onClose}
      onSubmit={async () => {
        const { data } = await remove({ id })
        if (data?.removeIdentity) onClose()
      }}
    >
      <p>{t('settings.identity.removeLead')}</p>
    </FormDialog>
  )
}
