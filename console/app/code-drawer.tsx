import { useState } from 'react'
import { Link } from 'wouter'
import { graphAddress } from '../graph/client.ts'
import { keyScopesOf } from '../graph/key-scopes.ts'
import { type RecordedOperation, useRecordedOperations } from '../graph/recorder.ts'
import { scopes } from '../graph/scopes.ts'
import { t } from '../texts/texts.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/choice.tsx'
import { copyText } from '../ui/copy.ts'
import { Dialog } from '../ui/dialog.tsx'
import styles from './code-drawer.module.css'
import { highlight } from './highlight.ts'

const forms = {
  graphql: ({ query }: RecordedOperation) => query,
  variables: ({ variables }: RecordedOperation) => JSON.stringify(variables, null, 2),
  curl: toCurl,
  typescript: toTypeScript,
}

/** What the screen asked the graph, to be copied and run elsewhere. */
// biome-ignore lint/style/noDefaultExport: React loads a part of a screen by its default export.
export default function CodeDrawer({ onClose }: { readonly onClose: () => void }) {
  const operations = useRecordedOperations()
  const [name, setName] = useState('')
  const [form, setForm] = useState<keyof typeof forms>('graphql')
  const operation = operations.find((each) => each.name === name) ?? operations.find(({ isMain }) => isMain)
  const needed = (operation && scopes[operation.name]) ?? []
  // What the screen reads, and the chosen operation, which may be a change.
  const neededByScreen = operations
    .filter((each) => each.isMain || each === operation)
    .flatMap((each) => scopes[each.name] ?? [])
  const keyScopes = keyScopesOf(neededByScreen)
  const code = operation ? forms[form](operation) : ''
  return (
    <Dialog title={t('nav.code')} onClose={onClose}>
      <div className={styles.body}>
        <p>{t('code.lead')}</p>
        {operation && (
          <>
            <div className={styles.choices}>
              <Select
                label={t('code.operation')}
                value={operation.name}
                options={operations.map((each) => [each.name, each.name] as const)}
                onChange={setName}
              />
              <Select
                label={t('code.form')}
                value={form}
                options={[
                  ['graphql', 'GraphQL'],
                  ['variables', t('code.variables')],
                  ['curl', 'curl'],
                  ['typescript', 'TypeScript'],
                ]}
                onChange={setForm}
              />
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: A region that scrolls must be reached by keys. */}
            <pre className={styles.code} tabIndex={0}>
              {highlight(code).map(({ text, kind }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: Tokens have no other identity than their position.
                <span key={index} data-kind={kind}>
                  {text}
                </span>
              ))}
            </pre>
            <dl className={styles.facts}>
              <div>
                <dt>{t('code.price')}</dt>
                <dd>{operation.cost === null ? '–' : t('code.calls', { count: operation.cost })}</dd>
              </div>
              <div>
                <dt>{t('code.scopes')}</dt>
                <dd>{keyScopesOf(needed).length < needed.length ? t('code.needsLogin') : needed.join(', ') || '–'}</dd>
              </div>
            </dl>
            <footer className={styles.foot}>
              <Button kind="main" icon="copy" onPress={() => copyText(code)}>
                {t('copy')}
              </Button>
              {hasGraphiql && (
                <a href={graphiqlAddress(operation)} target="_blank" rel="noreferrer">
                  {t('code.graphiql')}
                </a>
              )}
              {keyScopes.length > 0 && (
                <Link href={`/settings/keys?new=${keyScopes}`} onClick={onClose}>
                  {t('code.makeKey')}
                </Link>
              )}
            </footer>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** In production it is off. */
const hasGraphiql = document.documentElement.dataset.graphiql !== undefined

/** GraphiQL with the operation filled in. What stands behind the `#` is sent to no server. */
function graphiqlAddress({ query, variables }: RecordedOperation): string {
  return `${graphAddress}#${new URLSearchParams({ query, variables: JSON.stringify(variables, null, 2) })}`
}

const address = new URL(graphAddress, location.href).href

function toCurl({ query, variables }: RecordedOperation): string {
  const body = JSON.stringify({ query, variables }).replaceAll("'", String.raw`'\''`)
  return `curl '${address}' \\
  -H 'Authorization: Bearer YOUR_API_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`
}

function toTypeScript({ query, variables }: RecordedOperation): string {
  return `const response = await fetch('${address}', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.TACK_API_KEY}\`,
    'content-type': 'application/json',
  },
  body: JSON.stringify({ query: document, variables }),
})
const { data, errors } = await response.json()

const variables = ${JSON.stringify(variables, null, 2)}

const document = /* GraphQL */ \`
${query}
\``
}
