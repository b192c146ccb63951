import { z } from 'zod'
import { auditNoteSchema } from './audit-note'
import { paging, timeSchema } from './common'
import { operation } from './operation'

export const AUDIT_KINDS = [
  'signed_in',
  'sign_in_failed',
  'password_changed',
  'api_key_created',
  'api_key_deleted',
  'api_keys_revoked',
  'feed_created',
  'feed_revoked',
  'user_created',
  'invitation_created',
  'invitation_revoked',
  'account_linked',
  'user_deleted',
  'role_changed',
  'login_type_changed',
  'security_changed',
  'sessions_ended',
  'indexer_changed',
  'indexer_file_changed',
  'storage_changed',
  'request_settings_changed',
  'discover_changed',
  'getting_started_dismissed',
  'connection_added',
  'connection_changed',
  'connection_removed',
  'connection_tested',
  'library_match_confirmed',
  'library_match_rejected',
  'library_match_undone',
] as const
const auditKindSchema = z.enum(AUDIT_KINDS).meta({ id: 'AuditKind' })
export type AuditKind = z.infer<typeof auditKindSchema>

const auditEntrySchema = z
  .object({
    id: z.string(),
    kind: auditKindSchema,
    at: timeSchema,
    actor: z
      .string()
      .nullable()
      .meta({ description: 'Username of the person who did it; shortened if the sign-in failed' }),
    subject: z.string().nullable().meta({
      description: 'What was changed: a user, key, login type, indexer, connection or library item',
    }),
    detail: z.string().nullable().meta({
      description:
        'Further detail, such as the new role, the names of the changed settings or the ASIN of the book',
    }),
    note: auditNoteSchema.nullable().meta({ description: 'The same as a code' }),
    address: z.string().nullable().meta({ description: 'Network address it came from' }),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntryDto = z.infer<typeof auditEntrySchema>

export const auditListSchema = z
  .object({
    entries: z.array(auditEntrySchema),
    total: z.number().int().meta({ description: 'Number of entries, over all pages' }),
  })
  .meta({ id: 'AuditList' })
export type AuditListDto = z.infer<typeof auditListSchema>

const listAuditQuery = z.strictObject({ kind: auditKindSchema.optional(), ...paging(200) })
export type ListAuditQuery = z.infer<typeof listAuditQuery>

export const listAudit = operation({
  method: 'GET',
  path: '/api/audit',
  summary: 'The audit log of accounts, sign-ins, indexers, connections and library matches, newest first',
  access: 'admin',
  query: listAuditQuery,
  answers: { 200: { description: 'A page of entries', schema: auditListSchema } },
})
