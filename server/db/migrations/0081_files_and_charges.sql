-- What of our banks' files is read, and which codes of their own are charges (payments, section 22, points 5 and 6).
INSERT INTO legal_parameters (key, "from", value, source, verified) VALUES
  ('file.versions', '1900-01-01', '["camt.053.001.02", "camt.053.001.03", "camt.053.001.04", "camt.053.001.06", "camt.053.001.08", "camt.054.001.02", "camt.054.001.03", "camt.054.001.04", "camt.054.001.06", "camt.054.001.08", "pain.002.001.03", "pain.002.001.10", "pain.002.001.12"]', 'Versions du format ISO 20022 que les banques envoient', 'secondary-source'),
  ('bankCharges.codes', '1900-01-01', '[]', 'Décision de l’établissement (PAY-24)', 'decision');
