import { useState } from 'react'
import { useClient, useMutation, useQuery } from 'urql'
import { type Problem as GraphProblem, problemOf } from '../../graph/problems.ts'
import { asideContext } from '../../graph/recorder.ts'
import type { LinkDetailsFragment, PlacesQuery } from '../../graph/types.ts'
import { loadMoreTexts, t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { notify } from '../../ui/notices.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { Places } from '../links/links.graphql.ts'
import { CodeField } from './code-field.tsx'
import { type Choice, type Choices, type Conflict, Conflicts } from './conflicts.tsx'
import { changesPixels, findConflicts, type LinkDraft, mergeDraft, toDraft, toUpdateInput } from './draft.ts'
import styles from './edit-link.module.css'
import { LinkToEdit, SetLinkPixels, UpdateLink } from './link-form.graphql.ts'
import { LinkSections } from './link-form.tsx'
import { findPixelProblem } from './pixel-section.tsx'
import { TitleField } from './title-field.tsx'

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

/** Sends only what was changed, over what was saved elsewhere since the form was begun. */
function EditForm({ link, places }: EditFormProps) {
  const before = toDraft(link)
  const { draft, begun, change: write, discard } = useDraft(link.id, before, { secret: 'password' })
  const [problem, setProblem] = useState<GraphProblem | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [choices, setChoices] = useState<Choices>({})
  const client = useClient()
  const [{ fetching }, update] = useMutation(UpdateLink)
  const [{ fetching: isAttaching }, setPixels] = useMutation(SetLinkPixels)
  const isChanged =
    Object.keys(toUpdateInput(before, draft)).length > 0 || changesPixels(before, draft) || conflict !== null
  const isOpen = conflict?.names.some((name) => !(name in choices)) ?? false
  const change = (changes: Partial<LinkDraft>) => {
    write(changes)
    setProblem(null)
  }
  const end = () => {
    discard()
    setConflict(null)
    setChoices({})
    setProblem(null)
  }
  /** Does the next step with the link as it is now. */
  const withPresent = async (act: (present: LinkDraft) => Promise<void>): Promise<void> => {
    const { data, error } = await client.query(LinkToEdit, { id: link.id }, { requestPolicy: 'network-only' })
    setProblem(problemOf(error))
    if (data?.url) await act(toDraft(data.url))
  }
  /** Whether they are set. The link then has another time. */
  const attach = async (pixelIds: readonly string[]): Promise<boolean> => {
    const found = problemOf((await setPixels({ id: link.id, pixelIds: [...pixelIds] })).error)
    setProblem(found)
    return found === null
  }
  const finish = async () => {
    end()
    notify(t('edit.saved'))
  }
  const changeLink = async (saved: LinkDraft, next: LinkDraft, act: () => Promise<void>): Promise<void> => {
    const input = toUpdateInput(saved, next)
    if (Object.keys(input).length === 0) return act()
    const { data, error } = await update({ id: link.id, input: { ...input, ifUnmodifiedSince: saved.updatedAt } })
    const found = problemOf(error)
    if (found?.code === 'LINK_CHANGED') return withPresent(save)
    setProblem(found)
    if (data?.updateUrl) await act()
  }
  /** Saves over `saved`, the link as it is known now. */
  const save = async (saved: LinkDraft): Promise<void> => {
    const isDecided = (name: keyof LinkDraft) =>
      name in choices && String(conflict?.saved[name]) === String(saved[name])
    const names = findConflicts(begun, saved, draft)
    if (!names.every(isDecided)) {
      await loadMoreTexts('problems')
      setChoices({})
      return setConflict({ names, own: draft, saved })
    }
    const next = mergeDraft(begun, saved, draft)
    const excluded = findPixelProblem(next, link.hasPassword)
    if (excluded) return setProblem(excluded)
    if (!changesPixels(saved, next)) return changeLink(saved, next, finish)
    // Only changes of the link itself are refused when somebody else has changed it.
    return withPresent(async (present) => {
      if (present.updatedAt !== saved.updatedAt) return save(present)
      const { pixelIds } = next
      // A link without pixels may have what excludes them.
      if (pixelIds.length === 0) return (await attach(pixelIds)) ? withPresent(save) : undefined
      await changeLink(saved, next, async () => {
        if (await attach(pixelIds)) await withPresent(finish)
      })
    })
  }
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    if (isChanged && !isOpen) await save(conflict?.saved ?? before)
  }
  const choose = (name: keyof LinkDraft, choice: Choice) => {
    setChoices({ ...choices, [name]: choice })
    if (conflict) change({ [name]: conflict[choice][name] })
  }
  const problems = problem?.fields ?? {}
  return (
    <form onSubmit={submit} className={styles.form}>
      <Field
        label={t('new.destination')}
        value={draft.destination}
        onChange={(destination) => change({ destination })}
        problem={problems.destination}
      />
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
        <TitleField draft={draft} onChange={change} problems={problems} />
      </div>
      <LinkSections
        draft={draft}
        onChange={change}
        problems={problems}
        places={places}
        hasPassword={link.hasPassword}
      />
      {conflict && <Conflicts conflict={conflict} choices={choices} onChoose={choose} places={places} />}
      <footer className={styles.foot}>
        <p role="alert">{problem?.message}</p>
        {isChanged && (
          <Button kind="quiet" onPress={end}>
            {t('edit.discard')}
          </Button>
        )}
        <Button kind="main" type="submit" isDisabled={!isChanged || isOpen || fetching || isAttaching}>
          {t('edit.save')}
        </Button>
      </footer>
    </form>
  )
}
