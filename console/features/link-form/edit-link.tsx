import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { type Problem as GraphProblem, problemOf } from '../../graph/problems.ts'
import { asideContext } from '../../graph/recorder.ts'
import type { LinkDetailsFragment, PlacesQuery } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { notify } from '../../ui/notices.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { Places } from '../links/links.graphql.ts'
import { CodeField } from './code-field.tsx'
import { type LinkDraft, toDraft, toUpdateInput } from './draft.ts'
import styles from './edit-link.module.css'
import { LinkToEdit, UpdateLink } from './link-form.graphql.ts'
import { LinkSections } from './link-form.tsx'

// biome-ignore lint/style/noDefaultExport: React loads a part of a screen by its default export.
export default function EditLink({ link: { id } }: { readonly link: { readonly id: string } }) {
  const [{ data, error }] = useQuery({ query: LinkToEdit, variables: { id } })
  const [{ data: places }] = useQuery({ query: Places, context: asideContext })
  if (error) return <Problem problem={problemOf(error)} />
  return data?.url ? <EditForm link={data.url} places={places} /> : <ScreenSkeleton />
}

interface EditFormProps {
  readonly link: LinkDetailsFragment
  readonly places: PlacesQuery | undefined
}

/** Sends only what was changed. */
function EditForm({ link, places }: EditFormProps) {
  const before = toDraft(link)
  const { draft, change: write, discard } = useDraft(link.id, before, { secret: 'password' })
  const [problem, setProblem] = useState<GraphProblem | null>(null)
  const [{ fetching }, update] = useMutation(UpdateLink)
  const input = toUpdateInput(before, draft)
  const isChanged = Object.keys(input).length > 0
  const change = (changes: Partial<LinkDraft>) => {
    write(changes)
    setProblem(null)
  }
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    if (!isChanged) return
    const { data, error } = await update({ id: link.id, input })
    setProblem(problemOf(error))
    if (!data?.updateUrl) return
    discard()
    notify(t('edit.saved'))
  }
  const problems = problem?.fields ?? {}
  const field = (name: 'destination' | 'title') => ({
    value: draft[name],
    onChange: (value: string) => change({ [name]: value }),
    problem: problems[name],
  })
  return (
    <form onSubmit={submit} className={styles.form}>
      <Field label={t('new.destination')} {...field('destination')} />
      <div className={styles.pair}>
        <CodeField
          code={draft.code}
          domainId={draft.domainId}
          currentCode={link.code}
          onChange={change}
          problem={problems.code}
          places={places}
          {...(draft.code !== link.code && { hint: t('edit.codeHint') })}
        />
        <Field label={t('form.title')} {...field('title')} />
      </div>
      <LinkSections
        draft={draft}
        onChange={change}
        problems={problems}
        places={places}
        hasPassword={link.hasPassword}
      />
      <footer className={styles.foot}>
        <p role="alert">{problem?.message}</p>
        {isChanged && (
          <Button kind="quiet" onPress={discard}>
            {t('edit.discard')}
          </Button>
        )}
        <Button kind="main" type="submit" isDisabled={!isChanged || fetching}>
          {t('edit.save')}
        </Button>
      </footer>
    </form>
  )
}
