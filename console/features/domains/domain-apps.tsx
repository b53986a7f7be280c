import { useMutation } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { DomainDetailsFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { notify } from '../../ui/notices.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { SetDomainApps } from './domains.graphql.ts'
import styles from './domains.module.css'

const maxApps = 10

/** Both kinds of apps, as the form has them: a name, and a list with one value on each line. */
const kinds = [
  { list: 'appleApps', name: 'appId', values: 'components', first: '/*' },
  { list: 'androidApps', name: 'packageName', values: 'sha256CertFingerprints', first: '' },
] as const

interface App {
  readonly name: string
  readonly values: string
}

/** The apps that open the links of a domain on phones. */
export function DomainApps({ domain }: { readonly domain: DomainDetailsFragment }) {
  const { id, appleApps, androidApps } = domain
  const base: Readonly<Record<(typeof kinds)[number]['list'], readonly App[]>> = {
    appleApps: appleApps.map(({ appId, components }) => ({ name: appId, values: components.join('\n') })),
    androidApps: androidApps.map(({ packageName, sha256CertFingerprints }) => ({
      name: packageName,
      values: sha256CertFingerprints.join('\n'),
    })),
  }
  const { draft, isWritten, change, discard } = useDraft(`domain.${id}.apps`, base)
  const [{ fetching, error }, setApps] = useMutation(SetDomainApps)
  const problem = problemOf(error)
  const save = async (event: React.FormEvent) => {
    event.preventDefault()
    const input = {
      appleApps: draft.appleApps.map(({ name, values }) => ({ appId: name.trim(), components: linesOf(values) })),
      androidApps: draft.androidApps.map(({ name, values }) => ({
        packageName: name.trim(),
        sha256CertFingerprints: linesOf(values),
      })),
    }
    const { data } = await setApps({ id, input })
    if (!data?.setDomainApps) return
    discard()
    notify(t('edit.saved'))
  }
  return (
    <form className={styles.card} onSubmit={save}>
      <h3>{t('domains.apps')}</h3>
      <p className={styles.quiet}>{t('domains.appsLead')}</p>
      {kinds.map(({ list, name, values, first }) => {
        const apps = draft[list]
        const write = (index: number, changes: Partial<App>) =>
          change({ [list]: apps.map((app, each) => (each === index ? { ...app, ...changes } : app)) })
        return (
          <section key={list} className={styles.apps}>
            <h4>{t(`domains.${list}`)}</h4>
            {apps.map((app, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: An app that is being written has no other name.
              <div key={index} className={styles.app}>
                <Field
                  label={t(`domains.${name}`)}
                  hint={t(`domains.${name}.hint`)}
                  value={app.name}
                  onChange={(text) => write(index, { name: text })}
                  problem={problem?.fields[`${list}.${index}.${name}`]}
                />
                <Field
                  label={t(`domains.${values}`)}
                  hint={t(`domains.${values}.hint`)}
                  lines={2}
                  value={app.values}
                  onChange={(text) => write(index, { values: text })}
                  problem={problem?.fields[`${list}.${index}.${values}`]}
                />
                <Button onPress={() => change({ [list]: apps.filter((_app, each) => each !== index) })}>
                  {t('domains.removeApp')}
                </Button>
              </div>
            ))}
            {apps.length < maxApps && (
              <Button icon="plus" onPress={() => change({ [list]: [...apps, { name: '', values: first }] })}>
                {t(`domains.add.${list}`)}
              </Button>
            )}
          </section>
        )
      })}
      {!kinds.some(({ list }) => Object.keys(problem?.fields ?? {}).some((field) => field.startsWith(`${list}.`))) && (
        <Problem problem={problem} />
      )}
      <footer>
        {isWritten && <Button onPress={discard}>{t('edit.discard')}</Button>}
        <Button type="submit" kind={isWritten ? 'main' : 'secondary'} isDisabled={!isWritten || fetching}>
          {t('domains.saveApps')}
        </Button>
      </footer>
    </form>
  )
}

function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || [])
}
