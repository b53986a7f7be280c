import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { useSearchParams } from 'wouter'
import { problemOf } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Answer } from './answer.tsx'
import { Ask } from './ask.graphql.ts'
import styles from './ask.module.css'
import { Suggestions } from './suggestions.tsx'

/** Questions that show what can be asked. The service reads English. */
const examples = [
  'Which link did best this week?',
  'Clicks by country in the last 30 days',
  'How many clicks this month compared to last month?',
  'What is the best hour of the day?',
  'How many scans of QR codes last Saturday?',
  'Which links have no clicks?',
] as const

const timezone = new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
const maxLength = 500

/** A question in plain words. The address has it, so that the answer can be sent to a colleague. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function AskScreen() {
  const [params, setParams] = useSearchParams()
  const question = params.get('question') ?? ''
  useEffect(() => {
    document.title = `${t('nav.ask')} · Tack`
  }, [])
  const ask = (text: string) => setParams(text.trim() ? { question: text.trim() } : {})
  return (
    <div className={styles.screen}>
      <h1>{t('ask.title')}</h1>
      <Question key={question} question={question} onAsk={ask} />
      {question === '' ? (
        <Suggestions name={t('ask.examples')} questions={examples} onAsk={ask} />
      ) : (
        <AnswerTo key={`answer ${question}`} question={question} onAsk={ask} />
      )}
    </div>
  )
}

/** The answer to one question: another question begins without one. */
function AnswerTo({ question, onAsk }: Pick<QuestionProps, 'question' | 'onAsk'>) {
  const [{ data, error, fetching }, again] = useQuery({ query: Ask, variables: { question, timezone } })
  const answer = data?.askAnalytics
  return (
    <>
      <Problem problem={problemOf(error)} onAgain={() => again({ requestPolicy: 'network-only' })} />
      {fetching && !answer && <Skeleton lines={4} height={48} />}
      <div className={styles.answer} aria-live="polite">
        {answer && <Answer answer={answer} onAsk={onAsk} />}
      </div>
    </>
  )
}

interface QuestionProps {
  readonly question: string
  readonly onAsk: (question: string) => void
}

function Question({ question, onAsk }: QuestionProps) {
  const [text, setText] = useState(question)
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    onAsk(text)
  }
  return (
    <search>
      <form className={styles.question} onSubmit={submit}>
        <Field
          label={t('ask.question')}
          isLabelHidden
          value={text}
          onChange={setText}
          placeholder={t('ask.placeholder')}
          hint={t('ask.hint')}
          maxLength={maxLength}
          autoComplete="off"
          autoFocus={question === ''}
        />
        <Button type="submit" kind="main" isDisabled={text.trim() === ''}>
          {t('ask.ask')}
        </Button>
      </form>
    </search>
  )
}
