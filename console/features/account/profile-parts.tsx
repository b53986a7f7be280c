import { useState } from 'react'
import { useMutation } from 'urql'
import { chooseLanguage } from '../../app/account-menu.tsx'
import { changePreferences } from '../../app/preferences.ts'
import { problemOf } from '../../graph/problems.ts'
import type { Language as GraphLanguage, OptionalMail, OwnProfileFragment } from '../../graph/types.ts'
import { currentLanguage, languages, t } from '../../texts/texts.ts'
import { listZones } from '../../texts/zones.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { Rows } from '../../ui/pages.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Row } from '../../ui/row.tsx'
import { SavedCheck, SettingsForm, SettingsPart } from '../settings/settings-part.tsx'
import { ChangeEmail, ChangeProfile, SendVerification } from './account.graphql.ts'

interface ProfileProps {
  readonly me: OwnProfileFragment
}

const languageKeys = Object.keys(languages) as (keyof typeof languages)[]

/** Name, language and time zone, which are saved together. */
export function Profile({ me }: ProfileProps) {
  const [name, setName] = useState(me.name)
  const [language, setLanguage] = useState<GraphLanguage | ''>(me.language ?? '')
  const [timezone, setTimezone] = useState(me.timezone ?? '')
  const [{ fetching, error }, change] = useMutation(ChangeProfile)
  const problem = problemOf(error)
  const isChanged = name.trim() !== me.name || language !== (me.language ?? '') || timezone !== (me.timezone ?? '')
  const save = async () => {
    const { data } = await change({ name: name.trim(), language: language || null, timezone: timezone || null })
    if (!data?.updateProfile) return
    notify(t('edit.saved'))
    changePreferences({ timezone: timezone || null })
    const chosen = languageKeys.find((each) => each === language.toLowerCase())
    if (chosen && language !== me.language && chosen !== currentLanguage()) chooseLanguage(chosen)
  }
  return (
    <SettingsForm onSubmit={() => isChanged && name.trim() && save()}>
      <Field
        label={t('settings.account.name')}
        maxLength={100}
        value={name}
        onChange={setName}
        problem={problem?.fields.name}
      />
      <Select
        label={t('settings.account.language')}
        hint={t('settings.account.language.hint')}
        value={language}
        options={[
          ...(me.language ? [] : [['', t('settings.account.language.none')] as const]),
          ...languageKeys.map((each) => [each.toUpperCase() as GraphLanguage, languages[each]] as const),
        ]}
        onChange={setLanguage}
      />
      <Select
        label={t('settings.account.timezone')}
        hint={t('settings.account.timezone.hint')}
        value={timezone}
        options={[
          ['', t('settings.account.timezone.none')],
          ...listZones(timezone).map((zone) => [zone, zone.replaceAll('_', ' ')] as const),
        ]}
        onChange={setTimezone}
      />
      {!problem?.fields.name && <Problem problem={problem} />}
      <Button type="submit" kind="main" isDisabled={fetching || !isChanged || !name.trim()}>
        {t('edit.save')}
      </Button>
    </SettingsForm>
  )
}

/** The address, which another one replaces when it is proved. */
export function Address({ me, hasPassword }: ProfileProps & { readonly hasPassword: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [{ fetching, data }, send] = useMutation(SendVerification)
  const { email, emailVerifiedAt, pendingEmail } = me
  return (
    <SettingsPart title={t('settings.account.address')}>
      <Rows>
        <Row
          name={email}
          notes={[
            emailVerifiedAt ? t('settings.account.verified') : t('settings.account.unverified'),
            pendingEmail && t('settings.account.pendingEmail', { email: pendingEmail }),
          ]}
        >
          {!emailVerifiedAt && !pendingEmail && (
            <Button isDisabled={fetching || data !== undefined} onPress={() => send({})}>
              {t(data ? 'settings.account.verificationSent' : 'settings.account.sendVerification')}
            </Button>
          )}
          <Button onPress={() => setOpen(true)}>{t('settings.change')}</Button>
        </Row>
      </Rows>
      {isOpen && <EmailDialog hasPassword={hasPassword} onClose={() => setOpen(false)} />}
    </SettingsPart>
  )
}

function EmailDialog({ hasPassword, onClose }: { readonly hasPassword: boolean; readonly onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [state, change] = useMutation(ChangeEmail)
  const problem = problemOf(state.error)
  const wrongPassword = problem?.code === 'INVALID_CREDENTIALS' ? problem.message : problem?.fields.password
  return (
    <FormDialog
      title={t('settings.account.changeAddress')}
      action={t('settings.account.sendLink')}
      state={problem?.code === 'INVALID_CREDENTIALS' ? { fetching: state.fetching } : state}
      fields={['email', 'password']}
      isIncomplete={!email.trim() || (hasPassword && !password)}
      onClose={onClose}
      onSubmit={async () => {
        const { data } = await change({ email: email.trim(), ...(hasPassword && { password }) }, { isSecret: true })
        if (!data?.requestEmailChange) return
        onClose()
        notify(t('settings.account.linkSent', { email: email.trim() }))
      }}
    >
      <p>{t('settings.account.changeAddressLead')}</p>
      <Field
        label={t('settings.account.newAddress')}
        type="email"
        autoComplete="email"
        autoFocus
        maxLength={254}
        value={email}
        onChange={setEmail}
        problem={problem?.fields.email}
      />
      {hasPassword && (
        <Field
          label={t('proof.password')}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          problem={wrongPassword}
        />
      )}
    </FormDialog>
  )
}

const mails: readonly OptionalMail[] = [
  'API_KEY_EXPIRES',
  'WEBHOOK_DISABLED',
  'DOMAIN_UNPROVEN',
  'LINK_EXPIRING',
  'WEEKLY_EXPORT',
]

/** The mails that a person can do without, each saved at once. */
export function Mails({ me: { unwantedMails } }: ProfileProps) {
  const [{ error }, change] = useMutation(ChangeProfile)
  const unwanted = unwantedMails ?? []
  return (
    <SettingsPart title={t('settings.account.mails')} lead={t('settings.account.mails.lead')}>
      {mails.map((mail) => (
        <SavedCheck
          key={mail}
          label={t(`settings.mail.${mail}`)}
          isChecked={!unwanted.includes(mail)}
          onChange={(isWanted) =>
            change({ unwantedMails: [...unwanted.filter((each) => each !== mail), ...(isWanted ? [] : [mail])] })
          }
        />
      ))}
      <Problem problem={problemOf(error)} />
    </SettingsPart>
  )
}
