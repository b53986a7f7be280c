import { useEffect, useMemo, useRef, useState } from 'react'
import { type CombinedError, useMutation } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { PageDraftFragment } from '../../graph/types.ts'
import { useDraft } from '../../ui/use-draft.ts'
import { useSteady } from '../../ui/use-steady.ts'
import { isComplete, type PageForm, toForm, toInput } from './page-form.ts'
import { SavePageDraft } from './pages.graphql.ts'

/** How long somebody pauses before the draft is saved, in milliseconds. */
const pauseMs = 500

/**
 * The form of a page, whose draft is saved after each pause. What is not saved yet, such as a link without an address, is kept
 * like what is written into other forms.
 */
export function usePageForm(saved: PageDraftFragment) {
  const { pageId: id } = saved
  const base = useMemo(() => toForm(saved), [saved])
  const { draft: form, change, discard } = useDraft<PageForm>(`page.${id}`, base)
  const [{ fetching, error }, save] = useMutation(SavePageDraft)
  const [savedVersion, setSavedVersion] = useState(0)
  const input = toInput(form)
  const text = JSON.stringify(input)
  const baseText = useMemo(() => JSON.stringify(toInput(base)), [base])
  const sentText = useRef(baseText)
  const latest = useRef(form)
  latest.current = form
  const saving = useRef<Promise<boolean>>(Promise.resolve(true))
  // What this window has read or saved last. Another window may have saved since then.
  const version = useRef<string | null>(saved.version)
  const [isOvertaken, setOvertaken] = useState(false)
  // Publishing reads the draft anew. It counts as read only when it is what stands here.
  if (baseText === text) version.current = saved.version

  const saveNow = async (): Promise<boolean> => {
    const current = latest.current
    const currentInput = toInput(current)
    const currentText = JSON.stringify(currentInput)
    if (currentText === sentText.current) return true
    sentText.current = currentText
    const { data, error } = await save({ id, input: { ...currentInput, ifVersion: version.current } })
    const draft = data?.updateBioPageDraft
    if (!draft) {
      // The next change, or the next attempt to publish, sends it again.
      sentText.current = ''
      if (isChanged(error)) setOvertaken(true)
      return false
    }
    const { blocks } = draft
    version.current = draft.version
    const sentKeys = current.blocks.filter(isComplete).map(({ key }) => key)
    const idByKey = new Map(sentKeys.map((key, index) => [key, blocks[index]?.id ?? null]))
    const withIds = (each: PageForm): PageForm => ({
      ...each,
      blocks: each.blocks.map((block) => ({ ...block, id: idByKey.get(block.key) ?? block.id })),
    })
    // Its new identifiers are no change of the form.
    sentText.current = JSON.stringify(toInput(withIds(current)))
    change({ blocks: withIds(latest.current).blocks })
    setSavedVersion((version) => version + 1)
    return true
  }

  /** Saves what is not saved yet, one request after the other. Tells whether all is saved. */
  const flush = useSteady(() => {
    saving.current = saving.current.then(saveNow, saveNow)
    return saving.current
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: Each pause saves once.
  useEffect(() => {
    if (text === sentText.current || isOvertaken) return
    const timer = setTimeout(flush, pauseMs)
    return () => clearTimeout(timer)
  }, [text])

  const leave = useSteady(async () => {
    if ((await flush()) && latest.current.blocks.every(isComplete)) discard()
  })
  // Another screen does not wait for the pause. What is saved is not kept in the browser.
  useEffect(
    () => () => {
      leave().catch(() => {})
    },
    [leave],
  )
  /** Saves what stands here over what another window has saved. */
  const overwrite = () => {
    version.current = null
    sentText.current = ''
    setOvertaken(false)
    return flush()
  }
  /** Leaves what stands here unsaved, because it is about to be replaced. */
  const giveUp = () => {
    sentText.current = JSON.stringify(toInput(latest.current))
    discard()
  }
  return {
    form,
    change,
    discard,
    flush,
    overwrite,
    giveUp,
    /** What this window has read or saved last, to publish nothing else. */
    readVersion: () => version.current,
    isOvertaken,
    setOvertaken,
    savedVersion,
    isSaving: fetching,
    problem: isChanged(error) ? null : problemOf(error),
    isSaved: text === sentText.current,
  }
}

/** Whether something was refused because another window has saved meanwhile. */
export function isChanged(error: CombinedError | undefined): boolean {
  return problemOf(error)?.code === 'BIO_DRAFT_CHANGED'
}
