import { create } from 'qrcode'
import { useEffect, useMemo, useState } from 'react'
import { useMutation } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import { secretContext } from '../../graph/recorder.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AddApp, ConfirmApp, RenewCodes } from './account.graphql.ts'
import styles from './account.module.css'

/** Makes codes of an app a part of each login: the app reads the picture, and its first code proves that it did. */
export function AddAppDialog({ onClose }: { readonly onClose: () => void }) {
  const [code, setCode] = useState('')
  const [adding, add] = useMutation(AddApp)
  const [state, confirm] = useMutation(ConfirmApp)
  useEffect(() => {
    add({}, secretContext)
  }, [add])
  const app = adding.data?.addAuthenticatorApp
  const codes = state.data?.confirmAuthenticatorApp?.codes
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />
  const problem = problemOf(state.error)
  const wrong = problem?.code === 'SECOND_FACTOR_INVALID' ? t('proof.wrongCode') : problem?.fields.code
  return (
    <FormDialog
      title={t('settings.app.addTitle')}
      action={t('settings.turnOn')}
      state={adding.error ? adding : wrong ? { fetching: state.fetching } : state}
      isIncomplete={!app || !code.trim()}
      onClose={onClose}
      onSubmit={() => confirm({ code: code.trim() }, secretContext)}
    >
      <p>{t('settings.app.addLead')}</p>
      {app ? <Picture text={app.uri} /> : <Skeleton lines={1} height={200} />}
      {app && (
        <p className={styles.secret}>
          <span>{t('settings.app.secret')}</span>
          <code>{app.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
        </p>
      )}
      <Field
        label={t('proof.code')}
        autoFocus
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        value={code}
        onChange={setCode}
        problem={wrong}
      />
      <p className={styles.quiet}>{t('settings.app.addEnds')}</p>
    </FormDialog>
  )
}

/** A QR code, drawn here, because the text is a secret. */
function Picture({ text }: { readonly text: string }) {
  const { size, path } = useMemo(() => {
    const { modules } = create(text, { errorCorrectionLevel: 'M' })
    const dots = Array.from(modules.data, (isDark, at) =>
      isDark ? `M${at % modules.size} ${Math.floor(at / modules.size)}h1v1h-1z` : '',
    )
    return { size: modules.size, path: dots.join('') }
  }, [text])
  return (
    <svg
      className={styles.picture}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      role="img"
      aria-label={t('settings.app.picture')}
    >
      <path d={path} />
    </svg>
  )
}

/** New codes for the day the phone is lost. */
export function RenewCodesDialog({ onClose }: { readonly onClose: () => void }) {
  const [state, renew] = useMutation(RenewCodes)
  const codes = state.data?.renewRecoveryCodes?.codes
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />
  return (
    <FormDialog
      title={t('settings.recovery')}
      action={t('settings.recovery.renew')}
      state={state}
      onClose={onClose}
      onSubmit={() => renew({}, secretContext)}
    >
      <p>{t('settings.recovery.renewLead')}</p>
    </FormDialog>
  )
}

function RecoveryCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  return (
    <Dialog title={t('settings.recovery.title')} onClose={onClose} kind="card">
      <div className={styles.codes}>
        <p>{t('settings.recovery.lead')}</p>
        <ul>
          {codes.map((each) => (
            <li key={each}>
              <code>{each}</code>
            </li>
          ))}
        </ul>
        <Button kind="main" icon="copy" autoFocus onPress={() => copyText(codes.join('\n'), t('settings.recovery'))}>
          {t('copy')}
        </Button>
      </div>
    </Dialog>
  )
}
