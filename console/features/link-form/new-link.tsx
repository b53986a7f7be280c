import { useEffect, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { useSearchParams } from 'wouter'
import { findAddress, looksLikeAddress, withoutScheme, withScheme } from '../../app/addresses.ts'
import { type Problem, problemOf } from '../../graph/problems.ts'
import type { LinkRowFragment, PlacesQuery } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { notify } from '../../ui/notices.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { usePaused } from '../../ui/use-paused.ts'
import { CreateLink } from '../links/links.graphql.ts'
import { usableDomains } from '../links/usable-domains.ts'
import { LinkQrImages } from '../qr/qr.graphql.ts'
import { localAddress } from '../qr/qr-image.ts'
import { CodeField } from './code-field.tsx'
import { emptyDraft, type LinkDraft, toCreateInput, toDraft } from './draft.ts'
import { LinkToEdit, SetLinkPixels, Unfurl } from './link-form.graphql.ts'
import styles from './link-form.module.css'
import { LinkSections } from './link-form.tsx'
import { findPixelProblem } from './pixel-section.tsx'
import { TitleField } from './title-field.tsx'

/** What a bookmark, the menu of a phone with which pages are shared, or another screen puts into the address of the form. */
function readShared(params: URLSearchParams): Partial<LinkDraft> {
  const destination = params.get('url') || findAddress(params.get('text') ?? '')
  const title = params.get('title')?.slice(0, 255)
  const [code, domainId] = [params.get('code'), params.get('domain')]
  return {
    ...(destination && { destination }),
    ...(title && { title }),
    // The domain alone is a filter of the list behind the form.
    ...(code && { code, domainId: domainId ?? '' }),
  }
}

interface NewLinkProps {
  readonly places: PlacesQuery | undefined
  readonly onClose: () => void
}

/** The drawer of a new link: an address and Enter are enough. */
// biome-ignore lint/style/noDefaultExport: React loads a part of a screen by its default export.
export default function NewLink({ places, onClose }: NewLinkProps) {
  const [params] = useSearchParams()
  const given = readShared(params)
  const from = params.get('from')
  const domainId = usableDomains(places).find(({ isDefault }) => isDefault)?.id
  const base = domainId === undefined ? emptyDraft : { ...emptyDraft, domainId }
  const source = from ?? Object.values(given).join(' ')
  const { draft, isWritten, change: write, discard } = useDraft('new', base, { source, given, secret: 'password' })
  const [problem, setProblem] = useState<Problem | null>(null)
  const [created, setCreated] = useState<LinkRowFragment | null>(null)
  const [{ fetching }, createLink] = useMutation(CreateLink)
  const [{ fetching: isAttaching }, setPixels] = useMutation(SetLinkPixels)
  useDuplicate(isWritten ? null : from, write)
  const title = useTitle(draft.destination)
  const change = (changes: Partial<LinkDraft>) => {
    write(changes)
    setProblem(null)
  }
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    const excluded = findPixelProblem(draft, false)
    if (excluded) return setProblem(excluded)
    const answer = createLink({ input: toCreateInput(draft) })
    const copying = copyText(answer.then(({ data }) => data?.createUrl?.shortUrl))
    const { data, error } = await answer
    setProblem(problemOf(error))
    if (!data?.createUrl) return
    if (draft.pixelIds.length > 0) {
      const refused = problemOf((await setPixels({ id: data.createUrl.id, pixelIds: [...draft.pixelIds] })).error)
      if (refused) notify(t('form.pixels.notSet', { reason: refused.message }), { isProblem: true })
    }
    discard()
    setCreated(data.createUrl)
    await copying
  }
  if (created)
    return (
      <Dialog title={t('new.done')} onClose={onClose}>
        <Created link={created} onAnother={() => setCreated(null)} />
      </Dialog>
    )
  const problems = problem?.fields ?? {}
  return (
    <Dialog title={t('links.new')} onClose={onClose}>
      <form onSubmit={submit} className={styles.form}>
        <div className={styles.body}>
          <Field
            label={t('new.destination')}
            placeholder="https://"
            autoFocus
            isRequired
            value={draft.destination}
            onChange={(destination) => change({ destination })}
            problem={problems.destination}
            hint={
              title && (
                <span className={styles.found}>
                  <Icon name="check" size={14} /> {title}
                </span>
              )
            }
          />
          <CodeField
            code={draft.code}
            domainId={draft.domainId}
            onChange={change}
            problem={problems.code}
            places={places}
          />
          <TitleField draft={draft} onChange={change} problems={problems} />
          <LinkSections draft={draft} onChange={change} problems={problems} places={places} />
        </div>
        <footer className={styles.foot}>
          <p role="alert">{problem?.message}</p>
          {isWritten && (
            <Button
              kind="quiet"
              onPress={({ target }) => {
                // The button goes with the draft. Without a focus, Escape would close nothing.
                target.closest('form')?.querySelector('input')?.focus()
                discard()
              }}
            >
              {t('edit.discard')}
            </Button>
          )}
          <Button kind="main" type="submit" isDisabled={fetching || isAttaching || !draft.destination.trim()}>
            {t('new.create')} ⏎
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** The new address, large, with its picture for print. */
function Created({ link, onAnother }: { readonly link: LinkRowFragment; readonly onAnother: () => void }) {
  const address = withoutScheme(link.shortUrl)
  const [{ data }] = useQuery({ query: LinkQrImages, variables: { id: link.id } })
  const href = data?.image?.href
  return (
    <div className={styles.done}>
      <output>{address}</output>
      <div className={styles.picture}>{href && <img src={localAddress(href)} alt={t('qr.alt', { address })} />}</div>
      <div className={styles.buttons}>
        <Button icon="copy" kind="main" onPress={() => copyText(link.shortUrl)}>
          {t('copy')}
        </Button>
        <Button kind="quiet" icon="plus" onPress={onAnother}>
          {t('new.another')}
        </Button>
      </div>
      <div className={styles.buttons}>
        <ButtonLink href={`/links/${link.id}`} icon="chart">
          {t('link.statistics')}
        </ButtonLink>
        <ButtonLink href={`/links/${link.id}/qr`} icon="qr">
          {t('link.qr')}
        </ButtonLink>
        <ButtonLink href={`/links/${link.id}/rules`} icon="branch">
          {t('link.rules')}
        </ButtonLink>
      </div>
    </div>
  )
}

/** Fills the form with a link that is duplicated, except its ending and what belongs to it alone. */
function useDuplicate(id: string | null, write: (draft: LinkDraft) => void): void {
  const [{ data }] = useQuery({ query: LinkToEdit, variables: { id: id ?? '' }, pause: id === null })
  const link = data?.url
  // biome-ignore lint/correctness/useExhaustiveDependencies: The form is filled once.
  useEffect(() => {
    if (link) write({ ...toDraft(link), code: '' })
  }, [link])
}

/** The title of the page at the destination, for a moment's look at whether it is the right one. */
function useTitle(destination: string): string | null {
  const text = usePaused(destination.trim())
  const url = looksLikeAddress(text) ? withScheme(text) : ''
  const [{ data, fetching }] = useQuery({ query: Unfurl, variables: { url }, pause: url === '' })
  const page = url === '' || fetching || text !== destination.trim() ? null : data?.unfurl
  return page?.title ? [page.title, page.siteName].filter(Boolean).join(' · ') : null
}
