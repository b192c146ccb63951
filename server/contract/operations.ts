import { createApiKey, deleteApiKey, listApiKeys, toggleApiKey } from './api-keys'
import { getOwnUser, getSession, init, login, logout } from './auth'
import { getCover, getSuggestions, search } from './catalogue'
import {
  createNotificationTarget,
  deleteNotificationTarget,
  enableNotificationTarget,
  listNotificationTargets,
  updateNotificationTarget,
} from './notifications'
import type { Operation } from './operation'
import { countRequests, createRequest, deleteRequest, listRequests } from './requests'
import { getEvents, getHealth } from './system'
import { createUser, deleteUser, getUser, listUsers } from './users'

/** Every operation of the API once, under its name in the OpenAPI document. */
export const operations: Readonly<Record<string, Operation>> = {
  getHealth,
  getEvents,
  getSession,
  init,
  login,
  logout,
  getOwnUser,
  listUsers,
  getUser,
  createUser,
  deleteUser,
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
  listNotificationTargets,
  createNotificationTarget,
  updateNotificationTarget,
  deleteNotificationTarget,
  enableNotificationTarget,
}
