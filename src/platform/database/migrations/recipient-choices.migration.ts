import { Migration } from '@mikro-orm/migrations'

/** Whether a member gets the mail with the weekly export, and what the body of the deliveries of a webhook is. */
export class RecipientChoicesMigration extends Migration {
  override up(): void {
    this.addSql('alter table workspace_member add column if not exists weekly_mail boolean not null default true')
    this.addSql(`alter table webhook add column if not exists format text not null default 'standard'`)
  }
}
