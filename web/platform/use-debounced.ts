import { useEffect, useState } from 'react';

/** Returns the value, updated only after it has been stable for `restMs`, so that not every key calls the server. */
export function useDebounced<Value>(value: Value, restMs: number): Value {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return later;
}
