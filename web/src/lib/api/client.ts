// Requests to the server. TypeScript checks paths, bodies and answers against its OpenAPI description.
import { texts } from "../texts/common";
import type { paths, ProblemDetails } from "./schema";

type Method = "get" | "post" | "delete";

/** The paths that have a method. */
type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];

type Operation<P extends keyof paths, M extends Method> =
  paths[P] extends Record<M, infer O> ? O : never;

/** The answer of an operation that succeeds. */
export type Answer<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: infer R }
    ? {
        [S in keyof R]: S extends 200 | 201
          ? R[S] extends { content: infer C }
            ? C[keyof C]
            : null
          : never;
      }[keyof R]
    : never;

type Body<O> = O extends { requestBody: { content: { "application/json": infer B } } }
  ? B
  : undefined;
type PathParameters<O> = O extends { parameters: { path: infer P } } ? P : undefined;
type QueryParameters<O> = O extends { parameters: { query: infer Q } }
  ? Q
  : O extends { parameters: { query?: infer Q } }
    ? Q | undefined
    : undefined;

/** A request: `path` fills the braces of the path, `query` is appended to it. */
interface Request<O> {
  path?: PathParameters<O>;
  query?: QueryParameters<O>;
  body?: Body<O>;
  signal?: AbortSignal;
}

/** The server refused a request or cannot be reached; the message is for people. */
export class ApiError extends Error {
  constructor(
    readonly error: ProblemDetails["error"] | "unreachable" | "server-error",
    message: string,
  ) {
    super(message);
    this.name = "ApiError";
  }
}

/** The message of an error of any kind. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A URL from a template, the values for its braces and a query. */
export function buildUrl(
  template: string,
  path: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(path[key])),
  );
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
  return search ? `${filled}?${search}` : filled;
}

/** Fetches from the server; rejects with an ApiError if it cannot be reached or refuses. */
export async function fetchChecked(url: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError("unreachable", texts.unreachable);
  }
  if (response.ok) return response;
  throw errorFrom(response.status, await readBody(response));
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  const isJson = response.headers.get("Content-Type")?.includes("json") ?? false;
  return isJson ? response.json() : response.text();
}

function errorFrom(status: number, answer: unknown): ApiError {
  if (answer && typeof answer === "object" && "message" in answer && "error" in answer) {
    const problem = answer as ProblemDetails;
    return new ApiError(problem.error, problem.message);
  }
  return new ApiError("server-error", texts.serverFault(status));
}

async function request(
  method: Method,
  template: string,
  options: Request<unknown>,
): Promise<unknown> {
  const url = buildUrl(
    template,
    options.path as Record<string, unknown> | undefined,
    options.query as Record<string, unknown> | undefined,
  );
  const body = options.body === undefined ? undefined : JSON.stringify(options.body);
  const response = await fetchChecked(url, {
    method: method.toUpperCase(),
    headers: body === undefined ? undefined : { "Content-Type": "application/json" },
    body,
    signal: options.signal,
  });
  return readBody(response);
}

/** `get("/api/games/{id}", { path: { id } })` */
export function get<P extends PathsWith<"get">>(
  path: P,
  options: Request<Operation<P, "get">> = {},
): Promise<Answer<P, "get">> {
  return request("get", path, options as Request<unknown>) as Promise<Answer<P, "get">>;
}

/** `post("/api/position", { body: { game, moves } })` */
export function post<P extends PathsWith<"post">>(
  path: P,
  options: Request<Operation<P, "post">> = {},
): Promise<Answer<P, "post">> {
  return request("post", path, options as Request<unknown>) as Promise<Answer<P, "post">>;
}

/** `remove("/api/lab/runs/{id}", { path: { id } })` */
export function remove<P extends PathsWith<"delete">>(
  path: P,
  options: Request<Operation<P, "delete">> = {},
): Promise<void> {
  return request("delete", path, options as Request<unknown>).then(() => undefined);
}
