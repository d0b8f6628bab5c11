import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { fetchApi } from '../../api/fetch.ts';
import { useT } from '../../i18n/t.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { TextField } from '../../ui/field.tsx';
import { EmptyState, ErrorState, SkeletonList } from '../../ui/states.tsx';
import { type ApiDocument, matching, type Operation, operationsByTag } from './openapi.ts';

const documentPath = '/api/openapi.json';

type Reading =
  | { readonly state: 'reading' | 'failed' }
  | { readonly state: 'read'; readonly document: ApiDocument };

const accessTones: Record<string, Tone> = {
  anyone: 'neutral',
  'signed-in': 'info',
  client: 'brand',
  staff: 'warning',
};

/** Access levels with a translation; an unknown one is shown as the document names it. */
const accesses = ['anyone', 'signed-in', 'client', 'staff'] as const;

function Access({ access }: { access: string }) {
  const t = useT();
  const known = accesses.find((each) => each === access);
  return <Badge tone={accessTones[access]}>{known ? t(`api-docs.access.${known}`) : access}</Badge>;
}

function OperationDetails({ operation }: { operation: Operation }) {
  const t = useT();
  const { parameters, input, output, mediaType, refusals } = operation;
  return (
    <div className="operation-body">
      {parameters.length === 0 ? null : (
        <section>
          <h4>{t('api-docs.parameters')}</h4>
          <dl className="operation-parameters">
            {parameters.map((parameter) => (
              <div key={`${parameter.in} ${parameter.name}`}>
                <dt>
                  <code>{parameter.name}</code> <span className="eyebrow">{parameter.in}</span>
                </dt>
                <dd lang="en">
                  {parameter.schema?.enum?.join(' | ') ?? parameter.schema?.type ?? ''}
                  {parameter.required ? `, ${t('api-docs.required')}` : ''}
                  {parameter.description ? `. ${parameter.description}` : ''}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {input === null ? null : (
        <section>
          <h4>{t('api-docs.input')}</h4>
          <pre>
            <code>{input}</code>
          </pre>
        </section>
      )}
      <section>
        <h4>{t('api-docs.output')}</h4>
        <pre>
          <code>{output ?? mediaType ?? '{}'}</code>
        </pre>
      </section>
      {refusals.length === 0 ? null : (
        <section>
          <h4>{t('api-docs.refusals')}</h4>
          <dl className="operation-parameters">
            {refusals.map(({ status, codes }) => (
              <div key={status}>
                <dt className="tabular">{status}</dt>
                <dd>
                  {codes.map((code) => (
                    <code key={code}>{code}</code>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}

function OperationFold({ operation }: { operation: Operation }) {
  return (
    <details className="operation" id={operation.id}>
      <summary>
        <h3 className="operation-head">
          <span className="operation-method" data-method={operation.method}>
            {operation.method}
          </span>
          <code className="operation-path">{operation.path}</code>
        </h3>
        <span className="operation-summary" lang="en">
          {operation.summary}
        </span>
        <Access access={operation.access} />
      </summary>
      <OperationDetails operation={operation} />
    </details>
  );
}

/** The island `api-docs`: the operations, rendered from the OpenAPI document of the running server. */
export default function Operations() {
  const t = useT();
  const [reading, setReading] = useState<Reading>({ state: 'reading' });
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);

  const read = useCallback(async () => {
    setReading({ state: 'reading' });
    try {
      const response = await fetchApi(new Request(documentPath));
      setReading({ state: 'read', document: (await response.json()) as ApiDocument });
    } catch {
      setReading({ state: 'failed' });
    }
  }, []);
  useEffect(() => {
    void read();
  }, [read]);

  const document = reading.state === 'read' ? reading.document : null;
  const groups = useMemo(() => (document ? operationsByTag(document) : []), [document]);
  const shown = useMemo(() => matching(groups, wanted), [groups, wanted]);
  const count = shown.reduce((sum, { operations }) => sum + operations.length, 0);

  return (
    <>
      {reading.state === 'failed' ? (
        <ErrorState
          title={t('api-docs.failed.title')}
          headingLevel="h2"
          retryLabel={t('common.retry')}
          onRetry={read}
        >
          <p>{t('api-docs.failed.text')}</p>
        </ErrorState>
      ) : reading.state === 'reading' ? (
        <SkeletonList label={t('common.loading')} rows={8} />
      ) : (
        <>
          <div className="api-filter">
            <TextField
              type="search"
              label={t('api-docs.filter')}
              hint={t('api-docs.filterHint')}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <p role="status">{t('api-docs.count', { count })}</p>
            <p className="eyebrow">{t('api-docs.version', { version: document?.info.version ?? '' })}</p>
          </div>
          {shown.length === 0 ? (
            <EmptyState title={t('api-docs.none.title')} headingLevel="h2">
              <p>{t('api-docs.none.text')}</p>
            </EmptyState>
          ) : (
            shown.map(({ tag, operations }) => (
              <section key={tag} className="operations" aria-label={tag}>
                <h2 className="section-title" lang="en">
                  {tag}
                </h2>
                {operations.map((operation) => (
                  <OperationFold key={operation.id} operation={operation} />
                ))}
              </section>
            ))
          )}
        </>
      )}
    </>
  );
}
