import { agentAddress } from '../../app/base.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import styles from './agent-address.module.css'

/** Where an agent connects, to be copied into it. */
export function AgentAddress() {
  if (agentAddress === undefined) return null
  return (
    <div className={styles.agent}>
      <p>{t('keys.agent')}</p>
      <code>{agentAddress}</code>
      <Button kind="secondary" icon="copy" onPress={() => copyText(agentAddress ?? '')}>
        {t('copy')}
      </Button>
    </div>
  )
}
