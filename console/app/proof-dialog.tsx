import { useState } from 'react'
import { useMutation } from 'urql'
import { type Problem as GraphProblem, problemOf } from '../graph/problems.ts'
import type { ProofQuestion } from '../graph/proof.ts'
import { secretContext } from '../graph/recorder.ts'
import { t } from '../texts/texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Problem } from '../ui/problem.tsx'
import { base } from './base.ts'
import { ProveIdentity } from './proof.graphql.ts'
import styles from './proof-dialog.module.css'

/** Asks who is there, before an act that is sent again afterwards. */
// biome-ignore lint/style/noDefaultExport: React loads a part of a screen by its default export.
export default function ProofDialog({ question: { ways, end } }: { readonly question: ProofQuestion }) {
  const way = ways.find((each) => each !== 'page')
  return (
    <Dialog title={t('proof.title')} onClose={() => end(false)} kind="card">
      <div className={styles.body}>
        <p>{t('proof.lead')}</p>
        {way && <ProofForm way={way} onProven={() => end(true)} />}
        {ways.includes('page') && <ProofPage isOther={way !== undefined} onProven={() => end(true)} />}
        {ways.length === 0 && <p>{t('proof.newLogin')}</p>}
      </div>
    </Dialog>
  )
}

interface ProofFormProps {
  readonly way: 'code' | 'password'
  readonly onProven: () => void
}

function ProofForm({ way, onProven }: ProofFormProps) {
  const [value, setValue] = useState('')
  const [{ fetching, error }, prove] = useMutation(ProveIdentity)
  const problem = problemOf(error)
  const wrong = sayWrong(problem)
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    const { data } = await prove({ [way]: value }, secretContext)
    if (data?.proveIdentity) onProven()
  }
  const kind =
    way === 'password'
      ? ({ type: 'password', autoComplete: 'current-password' } as const)
      : ({ autoComplete: 'one-time-code', hint: t('proof.codeHint'), maxLength: 40 } as const)
  return (
    <form onSubmit={submit} className={styles.form}>
      <Field label={t(`proof.${way}`)} autoFocus value={value} onChange={setValue} problem={wrong} {...kind} />
      {!wrong && <Problem problem={problem} />}
      <Button kind="main" type="submit" isDisabled={fetching || value === ''}>
        {t('proof.confirm')} ⏎
      </Button>
    </form>
  )
}

/** What stands at the field: that its content is wrong. The service would speak of the address too. */
function sayWrong(problem: GraphProblem | null): string | undefined {
  if (problem?.code === 'INVALID_CREDENTIALS') return t('proof.wrongPassword')
  if (problem?.code === 'SECOND_FACTOR_INVALID') return t('proof.wrongCode')
  return problem?.fields.code ?? problem?.fields.password
}

/** The page that knows passkeys and identity providers. It is opened beside this one, so that nothing typed here is lost. */
function ProofPage({ isOther, onProven }: { readonly isOther: boolean; readonly onProven: () => void }) {
  const [isOpened, setOpened] = useState(false)
  return (
    <div className={styles.page}>
      <p>
        <a href={`${base}/account/prove`} target="_blank" rel="noreferrer" onClick={() => setOpened(true)}>
          {t(isOther ? 'proof.pageToo' : 'proof.page')}
        </a>
      </p>
      {isOpened && (
        <Button kind={isOther ? 'secondary' : 'main'} onPress={onProven}>
          {t('proof.pageDone')}
        </Button>
      )}
    </div>
  )
}
