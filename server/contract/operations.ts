import {
  changePassword,
  endOtherSessions,
  endSession,
  getAccount,
  listSessions,
  updateAccount,
} from './account'
import { createApiKey, deleteApiKey, listApiKeys, toggleApiKey } from './api-keys'
import { listAudit } from './audit'
import { getOwnUser, getSession, init, login, logout } from './auth'
import { getCover, getSuggestions, search } from './catalogue'
import * as notifications from './notification-operations'
import { checkOidc, takeOverAccount } from './oidc'
import type { Operation } from './operation'
import { countRequests, createRequest, deleteRequest, listRequests } from './requests'
import { getSecurity, patchSecurity } from './security'
import { getEvents, getHealth, listNotices } from './system'
import { createUser, deleteUser, getUser, listUsers, updateUser } from './users'

/** Every operation of the API once, under its name in the OpenAPI document. */
export const operations: Readonly<Record<string, Operation>> = {
  getHealth,
  getEvents,
  getSession,
  init,
  login,
  logout,
  takeOverAccount,
  getOwnUser,
  listUsers,
  getUser,
  createUser,
  updateUser,
  deleteUser,
  getAccount,
  updateAccount,
  changePassword,
  listSessions,
  endSession,
  endOtherSessions,
  listApiKeys,
  createApiKey,
  deleteApiKey,
  toggleApiKey,
  search,
  getSuggestions,
  getCover,
  listRequests,
  countRequests,
  createRequest,
  deleteRequest,
  ...notifications,
  getSecurity,
  patchSecurity,
  checkOidc,
  listAudit,
  listNotices,
}
