import { useState } from 'react'
import { useMutation } from 'urql'
import { EndAllSessions } from '../../app/app.graphql.ts'
import { leave } from '../../app/session.ts'
import { problemOf } from '../../graph/problems.ts'
import type { OwnGrantsQuery, OwnSessionsQuery } from '../../graph/types.ts'
import { countryName, formatDay, formatInstant } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Row } from '../../ui/row.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { CountrySource } from '../settings/country-source.tsx'
import { SettingsPart } from '../settings/settings-part.tsx'
import { LogOutDevice, OwnGrants, OwnSessions, WithdrawGrant } from './account.graphql.ts'
import styles from './account.module.css'

type Session = NonNullable<OwnSessionsQuery['sessions']>['nodes'][number]
type Grant = NonNullable<OwnGrantsQuery['oauthGrants']>['nodes'][number]

/** Where the person is logged in. */
export function Devices() {
  const [, endAll] = useMutation(EndAllSessions)
  const list = useKeptFocus()
  return (
    <SettingsPart title={t('settings.devices')} lead={t('settings.devices.lead')}>
      <div ref={list} className={styles.list}>
        <Pages
          query={OwnSessions}
          variables={{}}
          listOf={({ sessions }) => sessions}
          row={(session) => <DeviceRow session={session} />}
          rowHeight={64}
          empty={null}
        />
      </div>
      <CountrySource />
      <Button onPress={() => leave(() => endAll({}))}>{t('account.leaveAll')}</Button>
    </SettingsPart>
  )
}

function DeviceRow({ session: { id, device, country, createdAt, signInMethods, isCurrent } }: { session: Session }) {
  const [{ fetching, error }, end] = useMutation(LogOutDevice)
  const name = device ? nameDevice(device) : t('settings.devices.unknown')
  const logOut = async () => {
    const { data } = await end({ id })
    if (data?.endSession) notify(t('settings.devices.ended', { name }))
  }
  return (
    <Row
      name={name}
      detail={isCurrent && t('settings.devices.current')}
      notes={[
        country && countryName(country),
        t('settings.devices.since', { when: formatInstant(createdAt) }),
        signInMethods.map((method) => t(`settings.proven.${method}`)).join(', '),
        problemOf(error)?.message,
      ]}
    >
      {!isCurrent && (
        <Button isDisabled={fetching} label={t('settings.devices.endOne', { name })} onPress={logOut}>
          {t('account.leave')}
        </Button>
      )}
    </Row>
  )
}

/** The service names a device in English, such as `Firefox on Linux`. */
function nameDevice(device: string): string {
  const [browser = device, system] = device.split(' on ')
  return system ? t('settings.devices.name', { browser, system }) : device
}

/** The applications that may use the account. */
export function Applications() {
  const [withdrawn, setWithdrawn] = useState<Grant | null>(null)
  const list = useKeptFocus()
  return (
    <SettingsPart title={t('settings.grants')} lead={t('settings.grants.lead')}>
      <div ref={list} className={styles.list}>
        <Pages
          query={OwnGrants}
          variables={{}}
          listOf={({ oauthGrants }) => oauthGrants}
          row={(grant) => (
            <Row
              name={grant.app.name}
              notes={[
                t('settings.grants.since', { when: formatDay(grant.createdAt) }),
                t('settings.grants.until', { when: formatDay(grant.expiresAt) }),
                grant.scopes.map((scope) => t(`settings.scope.${scope}`)).join(', '),
              ]}
            >
              <Button onPress={() => setWithdrawn(grant)}>{t('settings.grants.withdraw')}</Button>
            </Row>
          )}
          rowHeight={64}
          empty={<p className={styles.quiet}>{t('settings.grants.none')}</p>}
        />
      </div>
      {withdrawn && <WithdrawDialog grant={withdrawn} onClose={() => setWithdrawn(null)} />}
    </SettingsPart>
  )
}

function WithdrawDialog({ grant: { id, app }, onClose }: { readonly grant: Grant; readonly onClose: () => void }) {
  const [state, withdraw] = useMutation(WithdrawGrant)
  return (
    <FormDialog
      title={t('settings.grants.withdrawTitle', { name: app.name })}
      action={t('settings.grants.withdraw')}
      state={state}
      isDangerous
      onClose={onClose}
      onSubmit={async () => {
        const { data } = await withdraw({ id })
        if (data?.withdrawOauthGrant) onClose()
      }}
    >
      <p>{t('settings.grants.withdrawLead')}</p>
    </FormDialog>
  )
}
